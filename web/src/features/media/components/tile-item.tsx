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

/** The place of a photo that is still being read, or flies past. */
export function ComingTile({ x, y, width, height }: Pick<TileItemProps, 'x' | 'y' | 'width' | 'height'>) {
  return (
    <li
      aria-hidden="true"
      className="absolute rounded-card bg-sunken"
      style={{ left: x, top: y, width, height, contain: 'strict' }}
    />
  );
}
