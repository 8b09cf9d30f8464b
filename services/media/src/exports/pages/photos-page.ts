import type { ExportRow } from '@postloom/contracts';
import { counted, escaped, linkTo, page } from './page.ts';
import type { PageFrame } from './page.ts';

/** Pictures with their names and albums; each opens its original. */
export function photosPage(
  frame: PageFrame,
  photos: readonly ExportRow<'photos'>[],
  albums: ReadonlyMap<string, string>,
): string {
  const shown = photos.map((photo) => {
    const picture = photo.preview ?? photo.path;
    const image =
      picture === null
        ? '<p>This picture was not in storage any more.</p>'
        : `<img src="${linkTo(picture, frame.path)}" alt="${escaped(photo.altText ?? '')}" loading="lazy">`;
    const album = photo.albumId === null ? undefined : albums.get(photo.albumId);
    return `<li>${photo.path === null ? image : `<a href="${linkTo(photo.path, frame.path)}">${image}</a>`}
<p>${escaped(photo.originalName)}</p>${album === undefined ? '' : `<p class="muted">${escaped(album)}</p>`}</li>`;
  });
  return page(
    frame,
    `<p class="muted">${counted(photos.length, 'photo')} on this page</p>\n<ul class="grid">\n${shown.join('\n')}\n</ul>`,
  );
}
