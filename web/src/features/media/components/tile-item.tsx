import type { DragEvent, ReactNode } from 'react';
import { cn } from '#lib/cn.ts';

export type TileItemProps = {
  /** Place in the whole list, from 0. */
  place: number;
  /** How many there are; -1 when that is not known. */
  total: number;
  x: number;
  y: number;
  width: number;
  height: number;
  className?: string;
  /** What it carries when it is dragged. */
  onDrag?(data: DataTransfer): void;
  /** A pointer or the focus has come to it. */
  onNear?(): void;
  children: ReactNode;
};

/** The place of one photo in a list of which only what is on screen is in the document. */
export function TileItem({ place, total, x, y, width, height, className, onDrag, onNear, children }: TileItemProps) {
  return (
    <li
      className={cn('absolute', className)}
      style={{ left: x, top: y, width, height, contain: 'size layout style' }}
      {...(onDrag ? { draggable: true, onDragStart: (event: DragEvent) => onDrag(event.dataTransfer) } : {})}
      onPointerEnter={onNear}
      onFocus={onNear}
      aria-setsize={total}
      aria-posinset={place + 1}
    >
      {children}
    </li>
  );
}

type ComingRowProps = Pick<TileItemProps, 'y' | 'height'> & {
  /** How many places it has. */
  places: number;
  tileWidth: number;
  gap: number;
};

/** A row of places, the photos of some of which are still being read or fly past: one element, because twenty a second come by. */
export function ComingRow({ y, height, places, tileWidth, gap }: ComingRowProps) {
  const step = tileWidth + gap;
  return (
    <li
      aria-hidden="true"
      className="absolute rounded-card"
      style={{
        ...{ top: y, width: places * step - gap, height, contain: 'strict' },
        background: `repeating-linear-gradient(90deg, var(--color-sunken) 0 ${tileWidth}px, transparent 0 ${step}px)`,
      }}
    />
  );
}
