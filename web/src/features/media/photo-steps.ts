import type { Photo } from '@postloom/contracts';
import { useRef, useState, type KeyboardEvent, type TouchEvent } from 'react';
import type { PhotoList } from '#data/photo-pages.ts';
import { isTyping } from '#lib/is-typing.ts';
import { isAlone } from './own-keys.ts';

/** Which photo of its list comes in place of the one that is shown. */
export type Way = 'previous' | 'next';

/** Where a photo stands in a list, from 0, and what stands beside it, so far as it has been read. */
export type Steps = {
  /** Null: a change has taken it out of the list, and what stood beside it still does. */
  place: number | null;
  previous: Photo | undefined;
  next: Photo | undefined;
};

function stepsFrom({ photos, before }: PhotoList, id: string): Steps | null {
  const index = photos.findIndex((photo) => photo.id === id);
  return index < 0 ? null : { place: before + index, previous: photos[index - 1], next: photos[index + 1] };
}

/** The steps from a photo; null for one that was not in the list while it was shown. */
export function useSteps(list: PhotoList | undefined, id: string): Steps | null {
  const [known, setKnown] = useState<{ list: PhotoList | undefined; id: string; steps: Steps | null }>();
  if (known && known.list === list && known.id === id) {
    return known.steps;
  }
  const former = known?.steps && known.id === id ? { ...known.steps, place: null } : null;
  const steps = (list && stepsFrom(list, id)) ?? former;
  setKnown({ list, id, steps });
  return steps;
}

/** A key for what the details show: it neither moves in a text nor was pressed in what opens above. */
export function isMeant(event: KeyboardEvent): boolean {
  const { target, currentTarget } = event;
  const isHere = target instanceof Node && currentTarget.contains(target);
  return isHere && !isTyping(target) && isAlone(event) && !event.defaultPrevented;
}

const arrows: Partial<Record<string, Way>> = { ArrowLeft: 'previous', ArrowRight: 'next' };

/** Where a key leads; null for other keys. */
export function wayOfKey(key: string): Way | null {
  return arrows[key] ?? null;
}

/** Pixels of a finger's way that are meant as a step; less is a tap, and what leads up or down scrolls. */
const LEAST_SWIPE = 48;

/** True while the page is zoomed in by two fingers: then one finger moves what is seen of it. */
const isZoomed = () => (window.visualViewport?.scale ?? 1) > 1;

/** For what a finger swipes over: to the left comes what is next, as on paper. A second finger takes a closer look, and ends it. */
export function useSwipe(onSwipe: (way: Way) => void) {
  const from = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches[0];
      from.current = touch && touches.length === 1 && !isZoomed() ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0];
      const x = touch && from.current ? touch.clientX - from.current.x : 0;
      const y = touch && from.current ? touch.clientY - from.current.y : 0;
      from.current = null;
      if (Math.abs(x) >= LEAST_SWIPE && Math.abs(x) > 2 * Math.abs(y)) {
        onSwipe(x < 0 ? 'next' : 'previous');
      }
    },
    onTouchCancel: () => {
      from.current = null;
    },
  };
}
