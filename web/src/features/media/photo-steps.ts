import type { Photo } from '@postloom/contracts';
import { useRef, type KeyboardEvent, type TouchEvent } from 'react';
import type { PhotoList } from '#data/photo-pages.ts';
import { isTyping } from '#lib/is-typing.ts';

/** Which photo of its list comes in place of the one that is shown. */
export type Way = 'previous' | 'next';

/** Where a photo stands in a list, from 0, and what stands beside it, so far as it has been read; null for one that is not in it. */
export function stepsFrom({ photos, before }: PhotoList, id: string) {
  const index = photos.findIndex((photo) => photo.id === id);
  return index < 0
    ? null
    : { place: before + index, previous: photos[index - 1] as Photo | undefined, next: photos[index + 1] };
}

const arrows: Partial<Record<string, Way>> = { ArrowLeft: 'previous', ArrowRight: 'next' };

/** Where a key leads; null for one that moves in a text, is the browser's, or was pressed in what opens above. */
export function wayOfKey(event: KeyboardEvent): Way | null {
  const { key, target, currentTarget, altKey, ctrlKey, metaKey, shiftKey } = event;
  const isHere = target instanceof Node && currentTarget.contains(target);
  const isMeant = isHere && !isTyping(target) && !(altKey || ctrlKey || metaKey || shiftKey);
  return (isMeant && !event.defaultPrevented && arrows[key]) || null;
}

/** Pixels of a finger's way that are meant as a step; less is a tap, and what leads up or down scrolls. */
const LEAST_SWIPE = 48;

/** For what a finger swipes over: to the left comes what is next, as on paper. A second finger takes a closer look, and ends it. */
export function useSwipe(onSwipe: (way: Way) => void) {
  const from = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches[0];
      from.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null;
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
