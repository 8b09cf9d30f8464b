import type { Photo } from '@postloom/contracts';
import { useQuery } from '@tanstack/react-query';
import { PhotoImage } from '#components/photo-image.tsx';
import { asList, routeQuery, routes, usePageBusiness } from '#lib/api/index.ts';
import { photoLine } from '#lib/photos.ts';
import { mediaTexts } from '../texts.ts';

/** Photos that look like this one, to be looked at; nothing while there are none. */
export function SimilarPhotos({ photo, onOpen }: { photo: Photo; onOpen(id: string): void }) {
  const businessId = usePageBusiness();
  const { data } = useQuery(routeQuery(routes.similarPhotos, { businessId, params: { id: photo.id } }));
  const similar = asList<Photo>(data);
  if (similar.length === 0) {
    return null;
  }
  return (
    <section className="grid gap-2">
      <h3 className="text-sm font-semibold">{mediaTexts.similar.title}</h3>
      <ul className="flex flex-wrap gap-2">
        {similar.map((one) => (
          <li key={one.id} className="w-20">
            <button
              type="button"
              aria-label={mediaTexts.similar.open(one.originalName)}
              title={photoLine(one)}
              onClick={() => onOpen(one.id)}
              className="block w-full text-left text-xs text-muted"
            >
              <PhotoImage
                photo={one}
                width={200}
                decorative
                className="aspect-square w-full rounded-control border border-line hover:shadow-soft"
              />
              <span className="block truncate pt-1">{one.originalName}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
