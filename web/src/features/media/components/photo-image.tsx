import type { Photo } from '@postloom/contracts';
import { useState } from 'react';
import { cn } from '#lib/cn.ts';
import { photoLabel, thumbnailOf } from '#lib/photos.ts';
import { Skeleton } from '#ui/index.ts';

export type PhotoImageProps = {
  photo: Photo;
  width: 200 | 400 | 800;
  /** The text beside it says the same: nothing is read twice. */
  decorative?: boolean;
  className?: string;
};

/** A sized copy in a box of fixed shape: a woven shimmer until it is there, a quiet sign when it will not come. */
export function PhotoImage({ photo, width, decorative = false, className }: PhotoImageProps) {
  const [state, setState] = useState<'loading' | 'ready' | 'broken'>('loading');
  const processing = photo.status === 'processing';
  if (photo.status === 'failed' || state === 'broken') {
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
      {processing || state === 'loading' ? <Skeleton className="absolute inset-0 size-full rounded-none" /> : null}
      {processing ? (
        <span className="absolute inset-x-0 bottom-2 text-center text-xs font-semibold text-muted">Preparing...</span>
      ) : (
        <img
          src={thumbnailOf(photo, width)}
          alt={decorative ? '' : photoLabel(photo)}
          width={width}
          height={width}
          loading="lazy"
          decoding="async"
          draggable={false}
          onLoad={() => setState('ready')}
          onError={() => setState('broken')}
          className={cn('size-full object-cover transition-opacity', state === 'ready' ? 'opacity-100' : 'opacity-0')}
        />
      )}
    </div>
  );
}
