import { momentText } from '@postloom/chassis';
import { pageFile } from '../file-names.ts';
import type { Chapter } from '../position.ts';
import { counted, escaped, linkTo, page } from './page.ts';

const PATH = 'index.html';

/** What is in the zip, business by business. */
export function frontPage(chapters: readonly Chapter[], madeAt: Date): string {
  const cards = chapters.map(({ name, folder, counts }) => {
    const link = (kind: string, text: string): string =>
      `<a href="${linkTo(`${folder}/${pageFile(kind, 1, 'html')}`, PATH)}">${text}</a>`;
    const links = [
      ...(counts.photos > 0 ? [link('photos', counted(counts.photos, 'photo'))] : []),
      ...(counts.posts > 0 ? [link('posts', counted(counts.posts, 'post'))] : []),
      ...(counts.schedules > 0 ? [link('schedules', counted(counts.schedules, 'schedule'))] : []),
    ];
    const more = [counted(counts.albums, 'album'), counted(counts.captions, 'written caption')].join(', ');
    return `<section class="card"><h2>${escaped(name)}</h2>
${links.length === 0 ? '' : `<p class="links">${links.join('')}</p>`}
<p class="muted">${more}</p></section>`;
  });
  return page(
    { path: PATH, title: 'Your Postloom export' },
    `<p>Everything of yours that Postloom had on ${escaped(momentText(madeAt, 'UTC'))}. Unpack the whole zip first; then the links and pictures work without the internet.</p>
${cards.length === 0 ? '<p>There was no business in this account.</p>' : cards.join('\n')}
<p class="muted">For programs: every folder of a business has its rows as NDJSON, and <a href="manifest.json">manifest.json</a> lists each file with its size and SHA-256.</p>`,
  );
}
