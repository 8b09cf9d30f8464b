import type { Photo, PhotoEdit } from '@postloom/contracts';
import { FlipHorizontal2, FlipVertical2, RotateCcw, RotateCw } from 'lucide-react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { messageOr } from '#lib/api/index.ts';
import { cn } from '#lib/cn.ts';
import { lookFrame, MOST_DEGREES, MOST_TONE, platformRules } from '#lib/contract-data.ts';
import { imageSource } from '#lib/photos.ts';
import { listOf } from '#lib/words.ts';
import {
  Button,
  ConfirmDialog,
  Dialog,
  DialogCancel,
  DialogContent,
  ErrorState,
  SpinnerWithText,
  Switch,
} from '#ui/index.ts';
import { useEditedCopy, useSetLook } from '../api/photo-edits.ts';
import { editOf, flippedSideways, flippedUpsideDown, straightened, turned, type Draft } from '../editor/changes.ts';
import { cropOf } from '../editor/crop-box.ts';
import { EditorPreview } from '../editor/editor-preview.tsx';
import { editorShapes, shapeOf } from '../editor/shapes.ts';
import { editorTexts as texts } from '../editor/texts.ts';
import { useDraft } from '../editor/use-draft.ts';
import './photo-editor-dialog.css';

export type PhotoEditorProps = { photo: Photo; onClose(): void };

/** Changes how a photo looks: the photo itself, or a copy of it. What was uploaded is kept. */
export function PhotoEditorDialog({ photo, onClose }: PhotoEditorProps) {
  const size = useMemo(
    () => ({ width: photo.original?.width ?? photo.width ?? 1, height: photo.original?.height ?? photo.height ?? 1 }),
    [photo],
  );
  const { picture, isBroken, retry } = usePicture(imageSource(photo.original?.objectPath ?? photo.objectPath));
  const { before, draft, isUnchanged, isBroughtBack, become, forget } = useDraft(photo, size);
  // What a photo is straightened from: bit by bit, the part that is kept would lose a pixel with every bit.
  const [level, setLevel] = useState(draft);
  const [shapeId, setShapeId] = useState(() => shapeOf(draft.crop, lookFrame(size, draft)));
  const [showsSafeArea, setShowsSafeArea] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);
  const setLook = useSetLook();
  const copy = useEditedCopy();
  const busy = setLook.isPending || copy.isPending;
  const frame = lookFrame(size, draft);
  const shape = editorShapes.find(({ id }) => id === shapeId);
  const ratio = shape?.ratio ?? null;
  const failure = setLook.error ?? copy.error;
  const show = (next: Draft) => {
    become(next);
    setLook.reset();
    copy.reset();
  };
  const change = (next: Draft) => {
    setLevel(next);
    show(next);
  };
  /** How everything is now; when it is called, it is so again. */
  const hold = () => () => {
    setLevel(level);
    show(draft);
  };
  /** A turned picture keeps the chosen shape and not its sides. */
  const turn = (next: Draft) =>
    change(ratio === null || ratio === 1 ? next : { ...next, crop: cropOf(lookFrame(size, next), ratio) });
  const giveUp = () => {
    forget();
    onClose();
  };
  /** What fails is told below the picture, and everything stays as it is. */
  const closeAfter = (saving: Promise<Photo>) => void saving.then(giveUp, () => undefined);
  const save = (edit: PhotoEdit | null) => closeAfter(setLook.mutateAsync({ photo, edit }));
  const leave = () => (isUnchanged ? onClose() : setIsLeaving(true));
  return (
    <Dialog open busy={busy} onOpenChange={(open) => (open ? undefined : leave())}>
      <DialogContent
        title="Edit Photo"
        description={texts.hint}
        width="xl"
        footer={
          <>
            {photo.edit ? (
              <Button variant="secondary" className="sm:mr-auto" disabled={busy} onClick={() => save(null)}>
                {texts.original}
              </Button>
            ) : null}
            <DialogCancel />
            <Button
              variant="secondary"
              disabled={busy || !picture}
              pending={copy.isPending}
              pendingText="Saving..."
              onClick={() => closeAfter(copy.mutateAsync({ id: photo.id, edit: editOf(size, draft) }))}
            >
              {texts.saveCopy}
            </Button>
            <Button
              disabled={busy || !picture || isUnchanged}
              pending={setLook.isPending}
              pendingText="Saving..."
              onClick={() => save(editOf(size, draft))}
            >
              {texts.save}
            </Button>
          </>
        }
      >
        {isBroughtBack && !isUnchanged ? (
          <p role="status" className="mb-5 rounded-card border border-line bg-woad-soft px-4 py-3 text-sm">
            {texts.broughtBack}
          </p>
        ) : null}
        <div className="photo-editor grid gap-6 md:grid-cols-[minmax(0,1fr)_17rem]">
          <div className={cn('grid content-start gap-2', picture && 'photo-editor-picture')}>
            {picture ? (
              <EditorPreview
                picture={picture}
                size={size}
                draft={draft}
                ratio={ratio}
                showsSafeArea={showsSafeArea}
                onCrop={(crop) => change({ ...draft, crop })}
              />
            ) : isBroken ? (
              <ErrorState message={texts.notLoaded} onRetry={retry} />
            ) : (
              <SpinnerWithText text={texts.loading} className="py-24" />
            )}
            <p id="photo-editor-keeps" role="status" className="text-sm text-muted tabular">
              {texts.keeps(draft.crop, lookFrame(size, { ...draft, degrees: 0 }))}
            </p>
            {failure ? (
              <p role="alert" className="text-sm font-medium text-madder">
                {messageOr(failure, texts.failed)}
              </p>
            ) : null}
          </div>
          <div className="photo-editor-tools grid content-start gap-5">
            <fieldset className="grid gap-2" disabled={busy}>
              <legend className="pb-1.5 text-sm font-semibold">{texts.shape}</legend>
              <div className="grid grid-cols-3 gap-2">
                {editorShapes.map((one) => (
                  <Button
                    key={one.id}
                    variant={one.id === shapeId ? 'soft' : 'secondary'}
                    aria-pressed={one.id === shapeId}
                    className="h-auto flex-col gap-0 px-2 py-1.5"
                    onClick={() => {
                      setShapeId(one.id);
                      change({ ...draft, crop: cropOf(frame, one.ratio) });
                    }}
                  >
                    <span>{one.label}</span> <span className="text-xs font-normal">{one.name}</span>
                  </Button>
                ))}
              </div>
              {shape && shape.platforms.length > 0 ? (
                <p className="text-xs text-muted">
                  {texts.fits(listOf(shape.platforms.map((platform) => platformRules[platform].name)))}
                </p>
              ) : null}
            </fieldset>
            <fieldset disabled={busy}>
              <legend className="pb-1.5 text-sm font-semibold">{texts.turn}</legend>
              <div className="flex gap-2">
                {[
                  { label: texts.left, Icon: RotateCcw, next: () => turn(turned(size, draft, false)) },
                  { label: texts.right, Icon: RotateCw, next: () => turn(turned(size, draft, true)) },
                  { label: texts.sideways, Icon: FlipVertical2, next: () => change(flippedSideways(size, draft)) },
                  {
                    label: texts.upsideDown,
                    Icon: FlipHorizontal2,
                    next: () => change(flippedUpsideDown(size, draft)),
                  },
                ].map(({ label, Icon, next }) => (
                  <Button key={label} variant="secondary" size="icon" aria-label={label} title={label} onClick={next}>
                    <Icon aria-hidden="true" />
                  </Button>
                ))}
              </div>
            </fieldset>
            <fieldset className="grid gap-3" disabled={busy}>
              <legend className="pb-1.5 text-sm font-semibold">{texts.adjust}</legend>
              <Slider
                label={texts.straighten}
                value={draft.degrees}
                most={MOST_DEGREES}
                step={0.1}
                unit="°"
                hold={hold}
                onChange={(degrees) => show(straightened(size, level, degrees))}
              />
              {(['brightness', 'contrast', 'saturation'] as const).map((name) => (
                <Slider
                  key={name}
                  label={texts[name]}
                  value={draft[name]}
                  most={MOST_TONE}
                  step={1}
                  unit="%"
                  hold={hold}
                  onChange={(value) => change({ ...draft, [name]: value })}
                />
              ))}
            </fieldset>
            <label className="flex items-center justify-between gap-3 text-sm font-semibold">
              {texts.safeArea}
              <Switch checked={showsSafeArea} onCheckedChange={setShowsSafeArea} />
            </label>
            <Button
              variant="link"
              className="justify-self-start touch:h-11"
              disabled={busy || isUnchanged}
              onClick={() => {
                setShapeId('free');
                change(before);
              }}
            >
              {texts.reset}
            </Button>
          </div>
        </div>
        <ConfirmDialog
          open={isLeaving}
          onOpenChange={setIsLeaving}
          title={texts.unsaved.question}
          description={texts.unsaved.warning}
          confirmLabel={texts.unsaved.discard}
          cancelLabel={texts.unsaved.keep}
          destructive
          onConfirm={giveUp}
        />
      </DialogContent>
    </Dialog>
  );
}

type SliderProps = {
  label: string;
  value: number;
  most: number;
  step: number;
  unit: string;
  /** Remembers how everything is; what it answers brings that back. */
  hold(): () => void;
  onChange(value: number): void;
};

function Slider({ label, value, most, step, unit, hold, onChange }: SliderProps) {
  const id = useId();
  const takeBack = useRef<(() => void) | null>(null);
  return (
    <div className="grid grid-cols-[1fr_auto] gap-x-3 text-sm">
      <label htmlFor={id}>{label}</label>
      <span aria-hidden="true" className="text-muted tabular">
        {value > 0 ? '+' : ''}
        {value}
        {unit}
      </span>
      <input
        id={id}
        type="range"
        min={-most}
        max={most}
        step={step}
        value={value}
        aria-valuetext={`${value}${unit}`}
        className="col-span-2 h-6 w-full accent-woad touch:h-11"
        onPointerDown={({ isPrimary }) => {
          if (isPrimary) {
            takeBack.current = hold();
          }
        }}
        onPointerUp={() => {
          takeBack.current = null;
        }}
        // The finger scrolls, and was not meant for the slider, which has gone where it landed.
        onPointerCancel={() => {
          takeBack.current?.();
          takeBack.current = null;
        }}
        onChange={(event) => onChange(Math.round(event.target.valueAsNumber * 10) / 10)}
      />
    </div>
  );
}

/** The picture behind an address, once it is there. */
function usePicture(src: string): { picture: HTMLImageElement | null; isBroken: boolean; retry(): void } {
  const [attempt, setAttempt] = useState(0);
  const [outcome, setOutcome] = useState<{ attempt: number; picture: HTMLImageElement | null } | null>(null);
  useEffect(() => {
    let isOver = false;
    const picture = new Image();
    const end = (arrived: HTMLImageElement | null) => () => {
      if (!isOver) {
        setOutcome({ attempt, picture: arrived });
      }
    };
    picture.addEventListener('load', end(picture));
    picture.addEventListener('error', end(null));
    picture.src = src;
    return () => {
      isOver = true;
    };
  }, [src, attempt]);
  const settled = outcome?.attempt === attempt ? outcome : null;
  return {
    picture: settled?.picture ?? null,
    isBroken: settled !== null && settled.picture === null,
    retry: () => setAttempt(attempt + 1),
  };
}
