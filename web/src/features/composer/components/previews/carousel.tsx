import type { Photo } from '@postloom/contracts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { cn } from '#lib/cn.ts';
import { Picture } from './picture.tsx';

export type CarouselProps = {
  photos: readonly Photo[];
  /** Classes of its box, which has the shape of every picture. */
  className?: string;
  shape: number;
  dots: 'inside' | 'below';
};

/** Several pictures in one place: swiped by touch, by its buttons, or with the arrow keys. */
export function Carousel({ photos, className, shape, dots }: CarouselProps) {
  const [place, setPlace] = useState(0);
  const strip = useRef<HTMLDivElement>(null);
  /** Where a button sent it: the places it passes on its way there do not count. */
  const aim = useRef<number | null>(null);
  const last = photos.length - 1;
  const shown = Math.min(place, last);
  const go = (to: number) => {
    const next = Math.max(0, Math.min(last, to));
    setPlace(next);
    aim.current = next;
    strip.current?.scrollTo({ left: next * strip.current.clientWidth });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      go(shown + step);
    }
  };
  const [first] = photos;
  if (!first || last === 0) {
    return first ? (
      <div className={cn('overflow-hidden', className)} style={{ aspectRatio: shape }}>
        <Picture photo={first} />
      </div>
    ) : null;
  }
  // What lies upon the picture, on a screen that is all picture, leaves its upper half free.
  const height = dots === 'inside' ? 'top-1/3' : 'top-1/2';
  const arrow =
    'absolute z-10 grid size-7 -translate-y-1/2 place-items-center rounded-full bg-cloth/90 text-ink shadow-soft touch:size-11';
  return (
    <div role="group" aria-roledescription="carousel" aria-label={`${photos.length} photos`}>
      <div className={cn('relative overflow-hidden', className)} style={{ aspectRatio: shape }}>
        <div
          ref={strip}
          role="group"
          aria-label={`Photo ${shown + 1} of ${photos.length}`}
          tabIndex={0}
          onKeyDown={onKeyDown}
          onPointerDown={() => {
            aim.current = null;
          }}
          onScroll={({ currentTarget: box }) => {
            const passed = Math.round(box.scrollLeft / Math.max(1, box.clientWidth));
            if (aim.current === null) {
              setPlace(passed);
            } else if (passed === aim.current) {
              aim.current = null;
            }
          }}
          className="flex size-full motion-safe:scroll-smooth snap-x snap-mandatory overflow-x-auto [scrollbar-width:none] focus-visible:-outline-offset-2"
        >
          {photos.map((photo) => (
            <div key={photo.id} className="size-full shrink-0 snap-center">
              <Picture photo={photo} />
            </div>
          ))}
        </div>
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-2.5 right-2.5 rounded-full bg-screen/75 px-2 py-0.5 text-xs font-semibold text-on-screen tabular"
        >
          {shown + 1}/{photos.length}
        </span>
        {shown > 0 ? (
          <button
            type="button"
            aria-label="Previous photo"
            className={cn(arrow, height, 'left-2')}
            onClick={() => go(shown - 1)}
          >
            <ChevronLeft className="size-4" aria-hidden="true" />
          </button>
        ) : null}
        {shown < last ? (
          <button
            type="button"
            aria-label="Next photo"
            className={cn(arrow, height, 'right-2')}
            onClick={() => go(shown + 1)}
          >
            <ChevronRight className="size-4" aria-hidden="true" />
          </button>
        ) : null}
        {dots === 'inside' ? (
          <Dots
            className="absolute inset-x-0 bottom-2 z-10 *:bg-on-screen/50 *:data-[shown]:bg-on-screen"
            count={photos.length}
            place={shown}
          />
        ) : null}
      </div>
      {dots === 'below' ? (
        <Dots className="pt-2 *:bg-line-strong/60 *:data-[shown]:bg-woad" count={photos.length} place={shown} />
      ) : null}
    </div>
  );
}

function Dots({ count, place, className }: { count: number; place: number; className: string }) {
  return (
    <div aria-hidden="true" className={cn('flex justify-center gap-1', className)}>
      {Array.from({ length: count }, (_, index) => (
        <span key={index} data-shown={index === place || undefined} className="size-1.5 rounded-full" />
      ))}
    </div>
  );
}
