import type { Photo } from '@postloom/contracts';
import { useQuery } from '@tanstack/react-query';
import { PhotoImage } from '#components/photo-image.tsx';
import { useRememberPhoto } from '#data/photos.ts';
import { asList, routeQuery, routes, usePageBusiness } from '#lib/api/index.ts';
import { photoLine } from '#lib/photos.ts';
import { photoDetailsTexts } from '../photo-details-texts.ts';
import { ExtraCopies } from './extra-copies.tsx';
import { PartNotLoaded } from './part-not-loaded.tsx';

const texts = photoDetailsTexts.similar;

/** Photos of the same file may differ in what was made of them. */
const lookOf = ({ sha256, edit }: Photo) => JSON.stringify([sha256, edit ?? null]);

/** Photos that look like this one, to be looked at, and a way to be rid of what is the same; nothing while there are none. */
export function SimilarPhotos({ photo, onOpen }: { photo: Photo; onOpen(id: string): void }) {
  const businessId = usePageBusiness();
  const { data, isLoadingError, refetch } = useQuery(
    routeQuery(routes.similarPhotos, { businessId, params: { id: photo.id } }),
  );
  const remember = useRememberPhoto();
  const similar = asList<Photo>(data);
  if (similar.length === 0 && !isLoadingError) {
    return null;
  }
  const copies = similar.filter((one) => lookOf(one) === lookOf(photo));
  return (
    <section className="grid gap-2">
      <h3 className="text-sm font-semibold">{texts.title}</h3>
      {isLoadingError ? (
        <PartNotLoaded text={texts.failed} onRetry={() => void refetch()} />
      ) : (
        <ul className="flex flex-wrap gap-2">
          {similar.map((one) => {
            const isCopy = copies.includes(one);
            return (
              <li key={one.id} className="w-20">
                <button
                  type="button"
                  aria-label={isCopy ? texts.openSame(one.originalName) : texts.open(one.originalName)}
                  title={photoLine(one)}
                  onClick={() => {
                    remember(one);
                    onOpen(one.id);
                  }}
                  className="block w-full text-left text-xs text-muted"
                >
                  <PhotoImage
                    photo={one}
                    width={200}
                    decorative
                    className="aspect-square w-full rounded-control border border-line hover:shadow-soft"
                  />
                  <span className="block truncate pt-1">{one.originalName}</span>
                  {isCopy ? <span className="block font-semibold">{texts.sameFile}</span> : null}
                </button>
              </li>
            );
          })}
        </ul>
      )}
      {copies.length > 0 && businessId !== null ? <ExtraCopies {...{ businessId, photo, copies }} /> : null}
    </section>
  );
}
