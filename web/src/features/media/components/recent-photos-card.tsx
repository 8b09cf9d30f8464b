import type { Photo } from '@postloom/contracts';
import { ImageUp } from 'lucide-react';
import { RECENT_PHOTOS, useRecentPhotos } from '#data/photos.ts';
import { OverviewCard } from '#components/overview-card.tsx';
import { photoLabel } from '#lib/photos.ts';
import { Button, EmptyState, ErrorState, Skeleton, SkeletonGroup } from '#ui/index.ts';
import { cn } from '#lib/cn.ts';
import { PhotoImage } from '#components/photo-image.tsx';

export type RecentPhotosProps = {
  selected: string | null;
  onSelect(photo: Photo): void;
  onUpload(): void;
};

/** The first 8 photos; one can be chosen for the caption panel. */
export function RecentPhotosCard({ selected, onSelect, onUpload }: RecentPhotosProps) {
  const { photos, isPending, isError, refetch } = useRecentPhotos();
  return (
    <OverviewCard id="recent-photos" title="Recent Photos" href="/media">
      {isPending ? (
        <SkeletonGroup text="Loading your photos" className="grid grid-cols-4 gap-2">
          {Array.from({ length: RECENT_PHOTOS }, (_, index) => (
            <Skeleton key={index} className="aspect-square" />
          ))}
        </SkeletonGroup>
      ) : isError ? (
        <ErrorState className="border-0 py-4" onRetry={() => void refetch()} />
      ) : photos.length === 0 ? (
        <EmptyState
          title="No photos yet"
          pattern="photos"
          className="py-4"
          action={
            <Button onClick={onUpload}>
              <ImageUp aria-hidden="true" />
              Upload Photos
            </Button>
          }
        />
      ) : (
        <ul className="grid grid-cols-4 gap-2" aria-label="Recent photos">
          {photos.map((photo) => (
            <li key={photo.id}>
              <button
                type="button"
                aria-pressed={photo.id === selected}
                aria-label={photoLabel(photo)}
                onClick={() => onSelect(photo)}
                className={cn(
                  'block w-full overflow-hidden rounded-control border transition-shadow',
                  photo.id === selected ? 'border-woad ring-2 ring-woad' : 'border-line hover:shadow-soft',
                )}
              >
                <PhotoImage photo={photo} width={200} decorative className="aspect-square w-full" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </OverviewCard>
  );
}
