import type { Photo } from '@postloom/contracts';
import { Check, ImageUp } from 'lucide-react';
import { useDeferredValue, useId, useState } from 'react';
import { cn } from '#lib/cn.ts';
import { acceptedPhotoTypes, uploadQueueLimits } from '#lib/contract-data.ts';
import { usePhotos } from '#data/photos.ts';
import { photoLabel } from '#lib/photos.ts';
import { buttonStyles, ErrorState, Progress, Skeleton, SkeletonGroup } from '#ui/index.ts';
import { useUploadQueue } from '../use-upload-queue.ts';
import { PhotoImage } from '#components/photo-image.tsx';
import { PhotoSearch } from './photo-search.tsx';

export type PhotoPickerProps = {
  businessId: string;
  /** Ids of the chosen photos, in their order. */
  value: readonly string[];
  /** No more can be chosen; what is chosen can still be taken out. */
  full: boolean;
  onToggle(photo: Photo): void;
  onUploaded(photo: Photo): void;
  invalid?: boolean;
};

/** Chooses photos of the library, or uploads some on the spot. */
export function PhotoPicker(props: PhotoPickerProps) {
  const { businessId, value, full, onToggle, onUploaded, invalid = false } = props;
  const [search, setSearch] = useState('');
  const { photos, isPending, isError, refetch } = usePhotos(useDeferredValue(search.trim()));
  const queue = useUploadQueue('composer', uploadQueueLimits.queue, businessId, onUploaded);
  const id = useId();
  return (
    <div className="grid gap-2">
      <div className="flex gap-2">
        <PhotoSearch value={search} onChange={setSearch} />
        <label
          htmlFor={id}
          className={cn(
            buttonStyles({ variant: 'secondary' }),
            'cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-woad',
          )}
        >
          <ImageUp aria-hidden="true" />
          Upload
          <input
            id={id}
            type="file"
            multiple
            accept={[...acceptedPhotoTypes, '.heic'].join(',')}
            className="sr-only"
            onChange={(event) => {
              queue.add([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
        </label>
      </div>
      {queue.items.map((item) => (
        <div key={item.id} className="grid gap-1">
          <p className="truncate text-xs text-muted">
            {item.file.name}
            {item.status === 'error' ? <span className="text-madder"> {item.error}</span> : null}
          </p>
          <Progress value={item.progress} label={`Upload of ${item.file.name}`} />
        </div>
      ))}
      {isPending ? (
        <SkeletonGroup text="Loading your photos" className="grid grid-cols-4 gap-2 sm:grid-cols-6">
          {Array.from({ length: 6 }, (_, index) => (
            <Skeleton key={index} className="aspect-square" />
          ))}
        </SkeletonGroup>
      ) : isError ? (
        <ErrorState className="py-4" onRetry={() => void refetch()} />
      ) : photos.length === 0 ? (
        <p className="rounded-control border border-dashed border-line bg-sunken px-4 py-6 text-center text-sm text-muted">
          {search ? 'No photos found. Try adjusting your search terms' : 'No photos yet. Upload one to go on.'}
        </p>
      ) : (
        <ul
          aria-label="Photos to choose from"
          className={cn(
            'grid max-h-56 grid-cols-4 gap-2 overflow-y-auto rounded-control p-1 sm:grid-cols-6',
            invalid && 'ring-1 ring-madder',
          )}
        >
          {photos.map((photo) => {
            const place = value.indexOf(photo.id);
            const isChosen = place >= 0;
            return (
              <li key={photo.id} className="relative">
                <button
                  type="button"
                  aria-pressed={isChosen}
                  aria-label={photoLabel(photo)}
                  disabled={full && !isChosen}
                  onClick={() => onToggle(photo)}
                  className={cn(
                    'block w-full overflow-hidden rounded-control border disabled:opacity-45',
                    isChosen ? 'border-woad ring-2 ring-woad' : 'border-line hover:shadow-soft',
                  )}
                >
                  <PhotoImage photo={photo} width={200} decorative className="aspect-square w-full" />
                </button>
                {isChosen ? (
                  <span
                    aria-hidden="true"
                    className="pointer-events-none absolute top-1 right-1 grid size-5 place-items-center rounded-full bg-woad text-xs font-bold text-on-woad tabular"
                  >
                    {value.length > 1 ? place + 1 : <Check className="size-3.5" />}
                  </span>
                ) : null}
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
