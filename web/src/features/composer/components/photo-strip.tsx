import type { Photo } from '@postloom/contracts';
import { ArrowLeft, ArrowRight, GripVertical, ImageOff, X } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { cn } from '#lib/cn.ts';
import { photoLabel, thumbnailOf } from '#lib/photos.ts';
import { Button } from '#ui/index.ts';
import { moved } from '../photo-order.ts';

type StripPhoto = { id: string; photo: Photo | undefined };

export type PhotoStripProps = {
  photos: readonly StripPhoto[];
  /** How many are chosen of how many. */
  note: string;
  over: boolean;
  onOrder(photoIds: readonly string[]): void;
};

/** The chosen photos in the order in which they are shown. Ordered by dragging, by buttons, or with Alt and an arrow key. */
export function PhotoStrip({ photos, note, over, onOrder }: PhotoStripProps) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [target, setTarget] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const ids = photos.map((one) => one.id);

  const move = (from: number, to: number) => {
    const next = moved(ids, from, to);
    if (next === ids) {
      return;
    }
    onOrder(next);
    const place = next.indexOf(ids[from] ?? '');
    setSaid(`Photo moved to place ${place + 1} of ${ids.length}.`);
    setTimeout(() => list.current?.querySelector<HTMLElement>(`[data-place="${place}"]`)?.focus());
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (step === undefined || !event.altKey) {
      return;
    }
    event.preventDefault();
    move(index, index + step);
  };
  const remove = (index: number) => {
    onOrder(ids.filter((_, one) => one !== index));
    setSaid('Photo taken out.');
    setTimeout(() => list.current?.querySelector<HTMLElement>(`[data-place="${Math.max(0, index - 1)}"]`)?.focus());
  };

  return (
    <div className="grid gap-2">
      <span role="status" className="sr-only">
        {said}
      </span>
      {photos.length > 0 ? (
        <ol ref={list} aria-label="Chosen photos, in order" className="flex flex-wrap gap-2">
          {photos.map(({ id, photo }, index) => {
            const name = photo ? photoLabel(photo) : 'a photo';
            return (
              <li
                key={id}
                draggable
                onDragStart={(event) => {
                  event.dataTransfer.effectAllowed = 'move';
                  event.dataTransfer.setData('text/plain', name);
                  setDragged(index);
                }}
                onDragEnd={() => {
                  setDragged(null);
                  setTarget(null);
                }}
                onDragOver={(event) => {
                  if (dragged === null) {
                    return;
                  }
                  event.preventDefault();
                  setTarget(index);
                }}
                onDrop={(event) => {
                  if (dragged === null) {
                    return;
                  }
                  event.preventDefault();
                  event.stopPropagation();
                  move(dragged, index);
                }}
                className={cn(
                  'relative w-24 overflow-hidden rounded-control border bg-cloth',
                  target === index && dragged !== index ? 'border-woad ring-2 ring-woad' : 'border-line',
                  dragged === index && 'opacity-50',
                )}
              >
                <button
                  type="button"
                  data-place={index}
                  aria-label={`${name}, place ${index + 1} of ${photos.length}${index === 0 ? ', cover' : ''}`}
                  aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight"
                  title="Drag to order, or hold Alt and press an arrow key"
                  onKeyDown={(event) => onKeyDown(event, index)}
                  className="block w-full cursor-grab focus-visible:-outline-offset-2"
                >
                  {photo ? (
                    <img
                      src={thumbnailOf(photo, 200)}
                      alt=""
                      width={96}
                      height={96}
                      draggable={false}
                      className="aspect-square w-full bg-sunken object-cover"
                    />
                  ) : (
                    <span className="grid aspect-square place-items-center bg-sunken text-muted">
                      <ImageOff className="size-5" aria-hidden="true" />
                    </span>
                  )}
                </button>
                <span
                  aria-hidden="true"
                  className="pointer-events-none absolute top-1 left-1 flex items-center rounded-sm bg-cloth/90 py-0.5 pr-1.5 pl-0.5 text-xs font-bold tabular"
                >
                  <GripVertical className="size-3 text-muted" />
                  {index + 1}
                </span>
                <div className="flex justify-between">
                  <Button
                    variant="ghost"
                    size="icon-sm"
                    className="touch:h-9 touch:w-8"
                    disabled={index === 0}
                    aria-label={`Move ${name} forward`}
                    onClick={() => move(index, index - 1)}
                  >
                    <ArrowLeft aria-hidden="true" />
                  </Button>
                  <Button
                    variant="ghost"
                    size="icon-sm"
                    className="touch:h-9 touch:w-8"
                    aria-label={`Remove ${name}`}
                    onClick={() => remove(index)}
                  >
                    <X aria-hidden="true" />
                  </Button>
                  <Button
                    variant="ghost"
                    size="icon-sm"
                    className="touch:h-9 touch:w-8"
                    disabled={index === photos.length - 1}
                    aria-label={`Move ${name} back`}
                    onClick={() => move(index, index + 1)}
                  >
                    <ArrowRight aria-hidden="true" />
                  </Button>
                </div>
              </li>
            );
          })}
        </ol>
      ) : null}
      <p className={cn('text-xs tabular', over ? 'font-semibold text-madder' : 'text-muted')}>
        {note}
        {photos.length > 1 ? ' The first one is the cover.' : ''}
      </p>
    </div>
  );
}
