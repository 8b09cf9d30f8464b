import type { Photo } from '@postloom/contracts';
import { Suspense, useEffect, useRef, useState, type RefObject } from 'react';
import { cn } from '#lib/cn.ts';
import { lazily } from '#lib/lazily.ts';
import { photoLabel, thumbnailOf, thumbnailSet } from '#lib/photos.ts';
import { Skeleton } from '#ui/index.ts';

export type PhotoImageProps = {
  photo: Photo;
  /** About as wide as the box in CSS pixels, 64 for a stamp beside words; `sizes` is for a box whose width follows the page. */
  width: 64 | 200 | 400 | 800;
  sizes?: string;
  /** The text beside it says the same: nothing is read twice. */
  decorative?: boolean;
  className?: string;
};

/** Milliseconds that a picture may take before it is shown from afar: drawing a dozen from afar takes a phone as long. */
const LATE_MS = 100;

const PhotoPlaceholder = lazily(() => import('./photo-placeholder.tsx'));

/** The picture from afar, once the picture itself is late. */
function FromAfar({ hash, picture }: { hash: string; picture: RefObject<HTMLImageElement | null> }) {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(!picture.current?.complete), LATE_MS);
    return () => clearTimeout(timer);
  }, [picture]);
  return isLate ? (
    <Suspense>
      <PhotoPlaceholder hash={hash} />
    </Suspense>
  ) : null;
}

/** A sized copy in a box of fixed shape: what it looks like from afar until it is there, a quiet sign when it will not come. */
export function PhotoImage({ photo, width, sizes = `${width}px`, decorative = false, className }: PhotoImageProps) {
  const isStamp = width === 64;
  const src = thumbnailOf(photo, isStamp ? 200 : width);
  const picture = useRef<HTMLImageElement>(null);
  // Which picture did not come: another one begins anew.
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  const isProcessing = photo.status === 'processing';
  if (photo.status === 'failed' || brokenSrc === src) {
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
      {/* From afar a stamp would be a color, and drawing a dozen holds a phone up. */}
      {photo.placeholder && !isStamp ? (
        <FromAfar hash={photo.placeholder} picture={picture} />
      ) : isProcessing ? (
        <Skeleton className="absolute inset-0 size-full rounded-none" />
      ) : null}
      {isProcessing ? (
        <span className="absolute inset-x-0 bottom-2 text-center text-xs font-semibold text-muted">Preparing...</span>
      ) : (
        <img
          key={src}
          ref={picture}
          src={src}
          srcSet={thumbnailSet(photo)}
          sizes={sizes}
          alt={decorative ? '' : photoLabel(photo)}
          width={width}
          height={width}
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setBrokenSrc(src)}
          // Comes over what lies below without a word to React: in a gallery that is flung, fading each in cost a third of the frame.
          className="relative size-full object-cover text-transparent"
        />
      )}
    </div>
  );
}
