import type { Crop, Photo, Platform } from '@postloom/contracts';
import { ArrowLeft, ArrowRight, Crop as CropIcon, GripVertical, X } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { PhotoImage } from '#components/photo-image.tsx';
import type { ChosenPhoto } from '#data/chosen-photos.ts';
import { cn } from '#lib/cn.ts';
import { photoLabel } from '#lib/photos.ts';
import { Button, Skeleton } from '#ui/index.ts';
import { moved } from '../photo-order.ts';
import { composerTexts } from '../texts.ts';
import { CropMenu } from '#components/crop-menu.tsx';

export type PhotoStripProps = {
  photos: readonly ChosenPhoto[];
  platforms: readonly Platform[];
  /** How many are chosen of how many. */
  note: string;
  over: boolean;
  onOrder(photoIds: readonly string[]): void;
  onCrop(photo: Photo, crop: Crop): Promise<void>;
};

const tool = 'bg-cloth/90 text-ink shadow-soft hover:bg-cloth';

/** The chosen photos in the order in which they are shown. Ordered by dragging, by buttons, or with Alt and an arrow key. */
export function PhotoStrip({ photos, platforms, note, over, onOrder, onCrop }: PhotoStripProps) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [target, setTarget] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const ids = photos.map((one) => one.id);
  const focusPlace = (place: number) => list.current?.querySelector<HTMLElement>(`[data-place="${place}"]`)?.focus();

  const move = (from: number, to: number) => {
    const next = moved(ids, from, to);
    if (next === ids) {
      return;
    }
    const place = next.indexOf(ids[from] ?? '');
    flushSync(() => {
      onOrder(next);
      setSaid(composerTexts.photos.moved(place + 1, ids.length));
    });
    focusPlace(place);
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
    flushSync(() => {
      onOrder(ids.filter((_, one) => one !== index));
      setSaid(composerTexts.photos.removed);
    });
    focusPlace(Math.max(0, index - 1));
  };

  return (
    <div className="grid gap-2">
      <span role="status" className="sr-only">
        {said}
      </span>
      {photos.length > 0 ? (
        <ol ref={list} aria-label="Chosen photos, in order" className="flex flex-wrap gap-2">
          {photos.map(({ id, photo }, index) => {
            const name = photo ? photoLabel(photo) : photo === null ? 'the deleted photo' : 'a photo';
            return (
              <li
                key={id}
                draggable={photos.length > 1}
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
                  'relative w-28 overflow-hidden rounded-control border bg-cloth touch:w-36',
                  target === index && dragged !== index ? 'border-woad ring-2 ring-woad' : 'border-line',
                  dragged === index && 'opacity-50',
                )}
              >
                <button
                  type="button"
                  data-place={index}
                  aria-label={`${name}, place ${index + 1} of ${photos.length}${index === 0 ? ', cover' : ''}`}
                  {...(photos.length > 1
                    ? {
                        'aria-keyshortcuts': 'Alt+ArrowLeft Alt+ArrowRight',
                        title: composerTexts.photos.howToOrder,
                      }
                    : {})}
                  onKeyDown={(event) => onKeyDown(event, index)}
                  className={cn('block w-full focus-visible:-outline-offset-2', photos.length > 1 && 'cursor-grab')}
                >
                  {photo ? (
                    <PhotoImage photo={photo} width={200} sizes="144px" decorative className="aspect-square w-full" />
                  ) : photo === null ? (
                    <span className="grid aspect-square place-items-center p-2 text-xs text-muted">
                      {composerTexts.photos.deleted}
                    </span>
                  ) : (
                    <Skeleton className="aspect-square w-full rounded-none" />
                  )}
                </button>
                {photos.length > 1 ? (
                  <span
                    aria-hidden="true"
                    className="pointer-events-none absolute top-1 left-1 flex items-center rounded-sm bg-cloth/90 py-0.5 pr-1.5 pl-0.5 text-xs font-bold tabular"
                  >
                    <GripVertical className="size-3 text-muted" />
                    {index + 1}
                  </span>
                ) : null}
                <Button
                  variant="ghost"
                  size="icon-sm"
                  className={cn(tool, 'absolute top-1 right-1 size-7 rounded-full touch:size-11')}
                  aria-label={`Remove ${name}`}
                  onClick={() => remove(index)}
                >
                  <X aria-hidden="true" />
                </Button>
                <div className="flex justify-between border-t border-line">
                  {photos.length > 1 ? (
                    <Button
                      variant="ghost"
                      size="icon-sm"
                      disabled={index === 0}
                      aria-label={`Move ${name} forward`}
                      onClick={() => move(index, index - 1)}
                    >
                      <ArrowLeft aria-hidden="true" />
                    </Button>
                  ) : null}
                  {photo ? (
                    <CropMenu photo={photo} platforms={platforms} onCrop={onCrop}>
                      {photos.length > 1 ? (
                        <Button variant="ghost" size="icon-sm" aria-label={`Crop ${name}`}>
                          <CropIcon aria-hidden="true" />
                        </Button>
                      ) : (
                        <Button variant="ghost" size="sm" className="flex-1 px-2" aria-label={`Crop ${name}`}>
                          <CropIcon aria-hidden="true" />
                          Crop
                        </Button>
                      )}
                    </CropMenu>
                  ) : null}
                  {photos.length > 1 ? (
                    <Button
                      variant="ghost"
                      size="icon-sm"
                      disabled={index === photos.length - 1}
                      aria-label={`Move ${name} back`}
                      onClick={() => move(index, index + 1)}
                    >
                      <ArrowRight aria-hidden="true" />
                    </Button>
                  ) : null}
                </div>
              </li>
            );
          })}
        </ol>
      ) : null}
      <p className={cn('text-xs tabular', over ? 'font-semibold text-madder' : 'text-muted')}>
        {note}
        {photos.length > 1 ? ` ${composerTexts.photos.firstIsCover}` : ''}
      </p>
    </div>
  );
}
