import type { Photo } from '@postloom/contracts';
import { CircleCheck, Clock, ImagePlus, X } from 'lucide-react';
import { Suspense, useId, useRef, type ReactNode, type Ref } from 'react';
import { PhotoImage } from '#components/photo-image.tsx';
import { cn } from '#lib/cn.ts';
import { formatMoment } from '#lib/format.ts';
import { lazily } from '#lib/lazily.ts';
import { photoLabel } from '#lib/photos.ts';
import { reveal } from '#lib/reveal.ts';
import { Button, Checkbox, PlatformBadge, Spinner, SpinnerWithText, StatusBadge, Textarea } from '#ui/index.ts';
import { starterWeekTexts } from '../texts.ts';
import type { Outcome } from '../use-plan.ts';
import { outcomeOf, type Edits, type WeekCard } from '../week-cards.ts';

/** Fetched when the first time is changed. */
const WhenPanel = lazily(() => import('./when-panel.tsx'));

const texts = starterWeekTexts.card;

export type PhotoSlot = {
  value: readonly string[];
  onToggle(photo: Photo): void;
  onUploaded(photo: Photo): void;
};

export type WeekCardItemProps = {
  card: WeekCard;
  timeZone: string;
  now: Date;
  outcome: Outcome | undefined;
  /** What keeps it from being planned; null while nothing does, or while nobody has tried. */
  problem: string | null;
  /** The week is being made. */
  isLocked: boolean;
  open: 'photo' | 'time' | null;
  onOpen(part: 'photo' | 'time' | null): void;
  onEdit(part: Edits): void;
  onPhoto(photo: Photo | null): void;
  onUpgrade(): void;
  photoPicker(slot: PhotoSlot): ReactNode;
};

/** One post of the week: its day and time, its words and its photo, each to be changed in place, or left out as a whole. */
export function WeekCardItem(props: WeekCardItemProps) {
  const { card, timeZone, outcome, isLocked, onEdit } = props;
  const id = useId();
  const { kind, moment, isLeftOut } = card;
  const when = moment ? formatMoment(moment.instant, timeZone) : texts.noDate;
  const title = (
    <>
      <span className="font-semibold tabular">{when}</span>
      <span className="text-muted">{kind}</span>
    </>
  );
  if (outcome?.is === 'made' || outcome?.is === 'making') {
    return (
      <li className="flex items-center gap-3 rounded-card border border-line bg-sunken px-3.5 py-3 text-sm">
        {outcome.is === 'made' ? (
          <CircleCheck className="size-5 shrink-0 text-moss" aria-hidden="true" />
        ) : (
          <Spinner className="size-5 shrink-0" />
        )}
        <span className="flex min-w-0 flex-1 flex-wrap gap-x-2">{title}</span>
        {outcome.is === 'made' ? (
          <StatusBadge status={outcome.post.status} className="shrink-0" />
        ) : (
          <span className="shrink-0 text-muted">{texts.making}</span>
        )}
      </li>
    );
  }
  return (
    <li
      className={cn(
        'grid gap-3 rounded-card border p-3.5',
        isLeftOut ? 'border-dashed border-line bg-sunken' : 'border-line',
      )}
    >
      <div className="flex items-center gap-3">
        <Checkbox
          id={id}
          checked={!isLeftOut}
          disabled={isLocked}
          onCheckedChange={(isChosen) => onEdit({ isLeftOut: isChosen !== true })}
        />
        <label
          htmlFor={id}
          className={cn('flex min-w-0 flex-1 flex-wrap gap-x-2 text-sm', isLeftOut && 'text-muted line-through')}
        >
          {title}
        </label>
        {isLeftOut ? (
          <span className="text-sm text-muted">{texts.leftOut}</span>
        ) : (
          <TimeButton {...props} when={when} />
        )}
      </div>
      {isLeftOut ? null : <CardBody {...props} id={id} when={when} />}
    </li>
  );
}

function TimeButton({ open, isLocked, when, onOpen }: WeekCardItemProps & { when: string }) {
  const isOpen = open === 'time';
  return (
    <Button
      variant="ghost"
      size="sm"
      className="-my-1 px-2 text-woad"
      aria-expanded={isOpen}
      disabled={isLocked}
      onClick={() => onOpen(isOpen ? null : 'time')}
    >
      <Clock aria-hidden="true" />
      {texts.changeTime}
      <span className="sr-only">{texts.forPost(when, null)}</span>
    </Button>
  );
}

function CardBody(props: WeekCardItemProps & { id: string; when: string }) {
  const { id, card, when, timeZone, now, outcome, problem, isLocked, open, onOpen, onEdit, onPhoto, onUpgrade } = props;
  const { caption, photo, photoWanted, platforms } = card;
  const picture = useRef<HTMLButtonElement>(null);
  const choose = (chosen: Photo | null) => {
    onPhoto(chosen);
    onOpen(null);
    picture.current?.focus();
  };
  const failed = outcome?.is === 'failed' ? outcome : null;
  const message = problem ?? failed?.message;
  return (
    <>
      {open === 'time' ? (
        <Suspense fallback={<SpinnerWithText text="Loading free times..." />}>
          <WhenPanel card={card} timeZone={timeZone} now={now} onChange={onEdit} onClose={() => onOpen(null)} />
        </Suspense>
      ) : null}
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-3.5 max-sm:grid-cols-1">
        <PhotoButton
          ref={picture}
          photo={photo}
          when={when}
          isOpen={open === 'photo'}
          disabled={isLocked}
          onClick={() => onOpen(open === 'photo' ? null : 'photo')}
        />
        <div className="grid gap-1.5">
          <Textarea
            id={`${id}-caption`}
            data-week-card={card.key}
            aria-label={texts.caption(when)}
            aria-describedby={`${id}-wanted${message ? ` ${id}-problem` : ''}`}
            aria-invalid={problem !== null && caption.trim() === ''}
            rows={3}
            value={caption}
            disabled={isLocked}
            onChange={(event) => onEdit({ caption: event.target.value })}
          />
          <p id={`${id}-wanted`} className="text-sm text-muted">
            {texts.photoWanted(photoWanted)}
          </p>
          {platforms.length > 0 || photo === null ? (
            <p className="flex flex-wrap items-center gap-1.5">
              {platforms.map((platform) => (
                <PlatformBadge key={platform} platform={platform} />
              ))}
              {outcomeOf(card, false) === 'draft' ? (
                <span className="text-sm text-weld">{texts.noPhotoYet}</span>
              ) : null}
            </p>
          ) : null}
          {message === undefined ? null : (
            <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm font-medium text-madder">
              <p id={`${id}-problem`} className="min-w-0 flex-1 basis-60">
                {message}
              </p>
              {failed?.isLimit && problem === null ? (
                <Button variant="secondary" size="sm" onClick={onUpgrade}>
                  See plans
                </Button>
              ) : null}
            </div>
          )}
        </div>
      </div>
      {open === 'photo' ? <PhotoPanel photo={photo} photoPicker={props.photoPicker} onChoose={choose} /> : null}
    </>
  );
}

/** The library to choose from; the photo that is there is taken away by choosing it again. */
function PhotoPanel({
  photo,
  photoPicker,
  onChoose,
}: Pick<WeekCardItemProps, 'photoPicker'> & { photo: Photo | null; onChoose(photo: Photo | null): void }) {
  return (
    <div ref={reveal} className="grid gap-2 rounded-control bg-sunken p-3">
      {photoPicker({
        value: photo ? [photo.id] : [],
        onToggle: (one) => onChoose(one.id === photo?.id ? null : one),
        onUploaded: onChoose,
      })}
      {photo ? (
        <div>
          <Button variant="link" size="sm" onClick={() => onChoose(null)}>
            <X aria-hidden="true" />
            {texts.removePhoto}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function PhotoButton({
  ref,
  photo,
  when,
  isOpen,
  disabled,
  onClick,
}: {
  ref: Ref<HTMLButtonElement>;
  photo: Photo | null;
  when: string;
  isOpen: boolean;
  disabled: boolean;
  onClick(): void;
}) {
  return (
    <button
      ref={ref}
      type="button"
      aria-expanded={isOpen}
      disabled={disabled}
      onClick={onClick}
      className={cn(
        'grid w-28 overflow-hidden rounded-control border text-xs font-semibold text-woad transition-shadow hover:shadow-soft max-sm:w-full max-sm:grid-cols-[5rem_minmax(0,1fr)] max-sm:items-center',
        isOpen ? 'border-woad ring-1 ring-woad' : photo ? 'border-line' : 'border-dashed border-line-strong',
      )}
    >
      {photo ? (
        <PhotoImage photo={photo} width={200} decorative className="aspect-square w-full" />
      ) : (
        <span className="grid aspect-square w-full place-items-center bg-sunken text-muted">
          <ImagePlus className="size-6" aria-hidden="true" />
        </span>
      )}
      <span className="border-t border-line px-1.5 py-1.5 max-sm:border-t-0 max-sm:border-l max-sm:py-0 max-sm:text-sm">
        {photo ? texts.changePhoto : texts.choosePhoto}
        <span className="sr-only">{texts.forPost(when, photo && photoLabel(photo))}</span>
      </span>
    </button>
  );
}
