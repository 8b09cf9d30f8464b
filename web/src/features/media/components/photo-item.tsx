import type { Photo } from '@postloom/contracts';
import { Check } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '#lib/cn.ts';
import { Button } from '#ui/index.ts';
import { mediaTexts } from '../texts.ts';
import type { TileItemProps } from './tile-item.tsx';

/** A photo in the library, as a tile or as a row. */
export type PhotoItemProps = Omit<TileItemProps, 'className' | 'children' | 'onDrag'> & {
  photo: Photo;
  timeZone: string;
  isOn: boolean;
  /** The one that the Tab key reaches. */
  isStop: boolean;
  /** `range` is a click with Shift. */
  onSelect(id: string, range: boolean): void;
  onOpen(id: string): void;
  onFocus(photo: Photo, place: number): void;
};

export function Mark({ on }: { on: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'grid size-6 shrink-0 place-items-center rounded-full border transition-colors',
        on ? 'border-woad bg-woad text-on-woad' : 'border-line-strong bg-cloth/85',
      )}
    >
      {on ? <Check className="size-4" /> : null}
    </span>
  );
}

/** Said of a photo that looks like an older one. */
export function similarMark({ similarTo }: Photo): string | null {
  return similarTo ? mediaTexts.similar : null;
}

export function PhotoWords({ photo, facts, className }: { photo: Photo; facts: string; className: string }) {
  return (
    <span className={cn('grid content-center gap-0.5', className)}>
      <span className="truncate text-sm font-semibold">{photo.originalName}</span>
      {photo.altText ? <span className="sr-only">{photo.altText}</span> : null}
      <span className="truncate text-xs text-muted tabular">{facts}</span>
    </span>
  );
}

/** What of a tile or a row selects it. */
export function SelectButton({
  item,
  className,
  children,
}: {
  item: PhotoItemProps;
  className: string;
  children: ReactNode;
}) {
  const { photo, place, isOn, isStop, onSelect, onFocus } = item;
  return (
    <button
      type="button"
      data-tile={photo.id}
      tabIndex={isStop ? 0 : -1}
      aria-pressed={isOn}
      onFocus={() => onFocus(photo, place)}
      onClick={(event) => onSelect(photo.id, event.shiftKey)}
      className={className}
    >
      {children}
    </button>
  );
}

/** What of a tile or a row opens the details. */
export function DetailsButton({ item, ...look }: { item: PhotoItemProps } & ComponentProps<typeof Button>) {
  const { photo, isStop, onOpen } = item;
  return (
    <Button
      {...look}
      tabIndex={isStop ? 0 : -1}
      aria-label={`Details of ${photo.originalName}`}
      onClick={() => onOpen(photo.id)}
    />
  );
}
