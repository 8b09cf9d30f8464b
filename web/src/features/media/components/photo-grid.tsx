import type { Photo } from '@postloom/contracts';
import { Check, Eye } from 'lucide-react';
import { useRef, type KeyboardEvent } from 'react';
import { browserTimeZone } from '#data/page-context.tsx';
import { cn } from '#lib/cn.ts';
import { formatBytes, formatDate } from '#lib/format.ts';
import { dimensionsOf } from '#lib/photos.ts';
import { plural } from '#lib/words.ts';
import { Badge, Button } from '#ui/index.ts';
import { PhotoImage } from '#components/photo-image.tsx';

export type PhotoGridProps = {
  photos: readonly Photo[];
  view: 'grid' | 'list';
  selected: ReadonlySet<string>;
  /** `range` is a click with Shift. */
  onSelect(id: string, range: boolean): void;
  onOpen(id: string): void;
};

/** Arrow keys move between the tiles; how many stand in a row is read from the screen. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>, list: HTMLUListElement | null): void {
  const tiles = [...(list?.querySelectorAll<HTMLElement>('[data-tile]') ?? [])];
  const index = tiles.findIndex((tile) => tile === document.activeElement);
  if (index < 0) {
    return;
  }
  const top = tiles[0]?.getBoundingClientRect().top ?? 0;
  const perRow = Math.max(1, tiles.filter((tile) => Math.abs(tile.getBoundingClientRect().top - top) < 4).length);
  const steps: Record<string, number> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: perRow,
    ArrowUp: -perRow,
    Home: -index,
    End: tiles.length - 1 - index,
  };
  const step = steps[event.key];
  if (step === undefined) {
    return;
  }
  event.preventDefault();
  tiles[Math.min(tiles.length - 1, Math.max(0, index + step))]?.focus();
}

/** The photos as tiles or as rows. A click selects, Shift selects a range, the eye opens the details. */
export function PhotoGrid({ photos, view, selected, onSelect, onOpen }: PhotoGridProps) {
  const list = useRef<HTMLUListElement>(null);
  return (
    <ul
      ref={list}
      aria-label="Photos"
      onKeyDown={(event) => moveFocus(event, list.current)}
      className={
        view === 'grid'
          ? 'grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4 xl:grid-cols-6'
          : 'grid divide-y divide-line border-y border-line'
      }
    >
      {photos.map((photo) =>
        view === 'grid' ? (
          <Tile key={photo.id} photo={photo} isSelected={selected.has(photo.id)} onSelect={onSelect} onOpen={onOpen} />
        ) : (
          <Row key={photo.id} photo={photo} isSelected={selected.has(photo.id)} onSelect={onSelect} onOpen={onOpen} />
        ),
      )}
    </ul>
  );
}

type ItemProps = {
  photo: Photo;
  isSelected: boolean;
  onSelect: PhotoGridProps['onSelect'];
  onOpen: PhotoGridProps['onOpen'];
};

function UsedBadge({ photo }: { photo: Photo }) {
  if (photo.usedInPosts === 0) {
    return null;
  }
  return <Badge tone="woad">{plural(photo.usedInPosts, 'post')}</Badge>;
}

function Mark({ on }: { on: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'grid size-6 place-items-center rounded-full border transition-colors',
        on ? 'border-woad bg-woad text-on-woad' : 'border-line-strong bg-cloth/85 text-transparent',
      )}
    >
      <Check className="size-4" />
    </span>
  );
}

function PhotoWords({ photo, facts, className }: { photo: Photo; facts: string; className: string }) {
  return (
    <span className={cn('grid gap-0.5', className)}>
      <span className="truncate text-sm font-semibold">{photo.originalName}</span>
      {photo.altText ? <span className="sr-only">{photo.altText}</span> : null}
      <span className="truncate text-xs text-muted tabular">{facts}</span>
    </span>
  );
}

function Tile({ photo, isSelected, onSelect, onOpen }: ItemProps) {
  return (
    <li className="group relative [contain-intrinsic-size:auto_15rem] [content-visibility:auto]">
      <button
        type="button"
        data-tile
        aria-pressed={isSelected}
        onClick={(event) => onSelect(photo.id, event.shiftKey)}
        className={cn(
          'block w-full overflow-hidden rounded-card border bg-cloth text-left transition-shadow',
          isSelected ? 'border-woad ring-2 ring-woad' : 'border-line hover:shadow-soft',
        )}
      >
        <PhotoImage photo={photo} width={400} decorative className="aspect-square w-full" />
        <PhotoWords photo={photo} facts={formatBytes(photo.fileSize)} className="px-3 py-2" />
        <span className="absolute top-2 left-2">
          <Mark on={isSelected} />
        </span>
      </button>
      <Button
        variant="secondary"
        size="icon-sm"
        aria-label={`Details of ${photo.originalName}`}
        onClick={() => onOpen(photo.id)}
        className="absolute top-2 right-2 opacity-0 shadow-soft group-focus-within:opacity-100 group-hover:opacity-100 focus-visible:opacity-100 touch:opacity-100"
      >
        <Eye aria-hidden="true" />
      </Button>
    </li>
  );
}

function Row({ photo, isSelected, onSelect, onOpen }: ItemProps) {
  return (
    <li className="flex items-center gap-3 py-2">
      <button
        type="button"
        data-tile
        aria-pressed={isSelected}
        onClick={(event) => onSelect(photo.id, event.shiftKey)}
        className={cn(
          'flex min-w-0 flex-1 items-center gap-4 rounded-control px-2 py-1 text-left transition-colors',
          isSelected ? 'bg-woad-soft' : 'hover:bg-sunken',
        )}
      >
        <Mark on={isSelected} />
        <PhotoImage photo={photo} width={200} decorative className="size-14 shrink-0 rounded-control" />
        <PhotoWords
          photo={photo}
          facts={[formatBytes(photo.fileSize), dimensionsOf(photo), formatDate(photo.createdAt, browserTimeZone())]
            .filter(Boolean)
            .join(' · ')}
          className="min-w-0 flex-1"
        />
        <span className="hidden sm:block">
          <UsedBadge photo={photo} />
        </span>
      </button>
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Details of ${photo.originalName}`}
        onClick={() => onOpen(photo.id)}
      >
        <Eye aria-hidden="true" />
      </Button>
    </li>
  );
}
