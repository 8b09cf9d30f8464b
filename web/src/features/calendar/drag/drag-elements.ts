import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import type { Day } from '#lib/month-grid.ts';
import type { DragItem, DropPlace } from './drag-item.ts';

/** Milliseconds over an arrow before the page turns. */
const DWELL_MS = 600;

const itemOf = (data: Record<string | symbol, unknown>) => data['item'] as DragItem;

/** Lets an element be dragged. `refusal` says why it stays, when somebody tries. */
export function makeDraggable(
  element: HTMLElement,
  item: DragItem,
  refusal: string | null,
  onRefused: (reason: string) => void,
): () => void {
  return draggable({
    element,
    canDrag: () => {
      if (refusal !== null) {
        onRefused(refusal);
      }
      return refusal === null;
    },
    getInitialData: () => ({ item }),
    onDragStart: () => element.setAttribute('data-dragging', ''),
    onDrop: () => element.removeAttribute('data-dragging'),
  });
}

function marked(element: HTMLElement) {
  const clear = () => element.removeAttribute('data-over');
  return { onDragEnter: () => element.setAttribute('data-over', ''), onDragLeave: clear, onDrop: clear };
}

/** Lets things be dropped on a day. The mark is set past React: a drag renders nothing. */
export function makeDayTarget(element: HTMLElement, day: Day): () => void {
  return dropTargetForElements({
    element,
    getData: (): Record<string, unknown> => ({ place: { kind: 'day', day } satisfies DropPlace }),
    ...marked(element),
  });
}

/** An arrow that turns the page while something is held over it. */
export function makeTurnTarget(element: HTMLElement, onTurn: () => void): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const mark = marked(element);
  const leave = () => {
    clearInterval(timer);
    mark.onDragLeave();
  };
  const stop = dropTargetForElements({
    element,
    getData: (): Record<string, unknown> => ({ place: { kind: 'turn' } satisfies DropPlace }),
    onDragEnter: () => {
      mark.onDragEnter();
      timer = setInterval(onTurn, DWELL_MS);
    },
    onDragLeave: leave,
    onDrop: leave,
  });
  return () => {
    clearInterval(timer);
    stop();
  };
}

/** Calls back when something was dropped on a day. */
export function onDropOnDay(callback: (item: DragItem, day: Day) => void): () => void {
  return monitorForElements({
    onDrop: ({ source, location }) => {
      const place = location.current.dropTargets[0]?.data['place'] as DropPlace | undefined;
      if (place?.kind === 'day') {
        callback(itemOf(source.data), place.day);
      }
    },
  });
}
