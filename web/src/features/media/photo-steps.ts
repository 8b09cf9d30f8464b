import type { Photo } from '@postloom/contracts';
import { useRef, useState, type KeyboardEvent, type TouchEvent } from 'react';
import type { PhotoList } from '#data/photo-pages.ts';
import { isTyping } from '#lib/is-typing.ts';

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

/** The steps from a photo, whose id stays the same; null for one that never was in the list. */
export function useSteps(list: PhotoList | undefined, id: string): Steps | null {
  const [known, setKnown] = useState<{ list: PhotoList | undefined; steps: Steps | null }>();
  if (known && known.list === list) {
    return known.steps;
  }
  const former = known?.steps ? { ...known.steps, place: null } : null;
  const steps = (list && stepsFrom(list, id)) ?? former;
  setKnown({ list, steps });
  return steps;
}

/** A key that neither is the browser's, nor moves in a text, nor was pressed in what opens above. */
function isMeant(event: KeyboardEvent): boolean {
  const { target, currentTarget, altKey, ctrlKey, metaKey, shiftKey } = event;
  const isHere = target instanceof Node && currentTarget.contains(target);
  return isHere && !isTyping(target) && !(altKey || ctrlKey || metaKey || shiftKey) && !event.defaultPrevented;
}

const arrows: Partial<Record<string, Way>> = { ArrowLeft: 'previous', ArrowRight: 'next' };

/** Where a key leads that was pressed in the details; null for other keys. */
export function wayOfKey(event: KeyboardEvent): Way | null {
  return (isMeant(event) && arrows[event.key]) || null;
}

/** Whether a key that was pressed in the details asks to delete the photo: on a Mac the key of that name is Backspace. */
export function isDeletion(event: KeyboardEvent): boolean {
  return isMeant(event) && (event.key === 'Delete' || event.key === 'Backspace');
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
