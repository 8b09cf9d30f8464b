import { useEffect, useEffectEvent, useSyncExternalStore, type RefObject } from 'react';
import type { Day } from '#lib/month-grid.ts';
import type * as DragElements from './drag-elements.ts';
import type { DragItem } from './drag-item.ts';

type DragKit = typeof DragElements;

let kit: DragKit | null = null;
let loading: Promise<void> | null = null;
const listeners = new Set<() => void>();

/** Fetches the code that drags. Called when a pointer comes near; until it is there nothing can be dragged. */
export function loadDragKit(): void {
  loading ??= import('./drag-elements.ts').then(
    (module) => {
      kit = module;
      for (const listener of listeners) {
        listener();
      }
    },
    () => {
      // Offline, or a new version is out: the next pointer tries again.
      loading = null;
    },
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function useDragKit(): DragKit | null {
  return useSyncExternalStore(subscribe, () => kit);
}

/** Makes an element something that can be dragged; null: it is not. */
export function useDraggable(
  element: RefObject<HTMLElement | null>,
  item: DragItem | null,
  refusal: string | null,
  onRefused: (reason: string) => void,
): void {
  const drag = useDragKit();
  const refused = useEffectEvent(onRefused);
  useEffect(() => {
    if (!drag || !item || !element.current) {
      return undefined;
    }
    return drag.makeDraggable(element.current, item, refusal, (reason) => refused(reason));
  }, [drag, element, item, refusal]);
}

/** Makes an element a day that things can be dropped on. */
export function useDayTarget(element: RefObject<HTMLElement | null>, day: Day): void {
  const drag = useDragKit();
  useEffect(
    () => (drag && element.current ? drag.makeDayTarget(element.current, day) : undefined),
    [drag, element, day],
  );
}

/** Makes an arrow turn the page while something is held over it. */
export function useTurnTarget(element: RefObject<HTMLElement | null>, onTurn: () => void): void {
  const drag = useDragKit();
  const turn = useEffectEvent(onTurn);
  useEffect(
    () => (drag && element.current ? drag.makeTurnTarget(element.current, () => turn()) : undefined),
    [drag, element],
  );
}

/** What happens when something is dropped on a day. */
export function useDrops(onDrop: (item: DragItem, day: Day) => void): void {
  const drag = useDragKit();
  const dropped = useEffectEvent(onDrop);
  useEffect(() => drag?.onDropOnDay((item, day) => dropped(item, day)), [drag]);
}
