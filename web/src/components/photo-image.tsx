import type { Photo } from '@postloom/contracts';
import { Suspense, useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
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

/** Milliseconds before a picture that did not come is asked for again: too many may have been asked for at once. */
const AGAIN_AFTER_MS = [2000, 6000] as const;

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

/** Waits until a picture that did not come may be asked for again. */
function AskAgain({ afterMs, onOver }: { afterMs: number; onOver(): void }) {
  const over = useEffectEvent(onOver);
  useEffect(() => {
    const timer = setTimeout(() => over(), afterMs);
    return () => clearTimeout(timer);
  }, [afterMs]);
  return null;
}

/** A sized copy in a box of fixed shape: what it looks like from afar until it is there, a quiet sign when it will not come. */
export function PhotoImage({ photo, width, sizes = `${width}px`, decorative = false, className }: PhotoImageProps) {
  const isStamp = width === 64;
  const src = thumbnailOf(photo, isStamp ? 200 : width);
  const picture = useRef<HTMLImageElement>(null);
  // Whether this picture did not come, and how often it has been asked for again. Another one begins anew.
  const [asked, setAsked] = useState({ src, again: 0, isMissing: false });
  const { again, isMissing } = asked.src === src ? asked : { again: 0, isMissing: false };
  const afterMs = AGAIN_AFTER_MS[again];
  const isProcessing = photo.status === 'processing';
  if (photo.status === 'failed' || (isMissing && afterMs === undefined)) {
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
          key={`${src} ${again}`}
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
          onError={() => setAsked({ src, again, isMissing: true })}
          // Comes over what lies below without a word to React: in a gallery that is flung, fading each in cost a third of the frame.
          className={cn('relative size-full object-cover text-transparent', isMissing && 'opacity-0')}
        />
      )}
      {isMissing && afterMs ? (
        <AskAgain afterMs={afterMs} onOver={() => setAsked({ src, again: again + 1, isMissing: false })} />
      ) : null}
    </div>
  );
}
