import type { Photo } from '@postloom/contracts';
import { Suspense, useState } from 'react';
import { cn } from '#lib/cn.ts';
import { lazily } from '#lib/lazily.ts';
import { photoLabel, thumbnailOf, thumbnailSet } from '#lib/photos.ts';
import { Skeleton } from '#ui/index.ts';

export type PhotoImageProps = {
  photo: Photo;
  /** About as wide as the box in CSS pixels; `sizes` is for a box whose width follows the page. */
  width: 200 | 400 | 800;
  sizes?: string;
  /** The text beside it says the same: nothing is read twice. */
  decorative?: boolean;
  className?: string;
};

const PhotoPlaceholder = lazily(() => import('./photo-placeholder.tsx'));

/** The picture from afar where that is known, else a woven shimmer. */
function Coming({ hash }: { hash: string | null | undefined }) {
  const shimmer = <Skeleton className="absolute inset-0 size-full rounded-none" />;
  return hash ? (
    <Suspense fallback={shimmer}>
      <PhotoPlaceholder hash={hash} />
    </Suspense>
  ) : (
    shimmer
  );
}

/** A sized copy in a box of fixed shape: what it looks like from afar until it is there, a quiet sign when it will not come. */
export function PhotoImage({ photo, width, sizes = `${width}px`, decorative = false, className }: PhotoImageProps) {
  const src = thumbnailOf(photo, width);
  // What became of which picture: another one begins anew.
  const [outcome, setOutcome] = useState<{ src: string; isBroken: boolean } | null>(null);
  const settled = outcome?.src === src ? outcome : null;
  const processing = photo.status === 'processing';
  if (photo.status === 'failed' || settled?.isBroken) {
    return (
      <div
        className={cn('grid place-items-center bg-sunken p-2 text-center text-xs text-muted', className)}
        {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': photoLabel(photo) })}
      >
        <span>No preview</span>
      </div>
    );
  }
  return (
    <div className={cn('relative overflow-hidden bg-sunken', className)}>
      {processing || !settled ? <Coming hash={photo.placeholder} /> : null}
      {processing ? (
        <span className="absolute inset-x-0 bottom-2 text-center text-xs font-semibold text-muted">Preparing...</span>
      ) : (
        <img
          key={src}
          // A picture the browser still has is shown at once, without a flash of the shimmer.
          ref={(image) => {
            if (image?.complete && image.naturalWidth > 0 && !settled) {
              setOutcome({ src, isBroken: false });
            }
          }}
          src={src}
          srcSet={thumbnailSet(photo)}
          sizes={sizes}
          alt={decorative ? '' : photoLabel(photo)}
          width={width}
          height={width}
          loading="lazy"
          decoding="async"
          draggable={false}
          onLoad={() => setOutcome({ src, isBroken: false })}
          onError={() => setOutcome({ src, isBroken: true })}
          className={cn('size-full object-cover transition-opacity', settled ? 'opacity-100' : 'opacity-0')}
        />
      )}
    </div>
  );
}
