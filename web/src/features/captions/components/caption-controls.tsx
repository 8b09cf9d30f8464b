import type { CaptionStyle, Platform } from '@postloom/contracts';
import { Sparkles } from 'lucide-react';
import { useId, useState } from 'react';
import { useCaptionPreferences } from '#data/caption-preferences.ts';
import { useLimits } from '#data/limits.ts';
import { LONGEST_REPLACED } from '#lib/contract-data.ts';
import { optionally } from '#lib/lazily.ts';
import { Button, Checkbox, Label, NativeSelect, toast } from '#ui/index.ts';
import { captionStyles, styleLabels } from '../api/captions.ts';
import { useGenerateCaption, type PlatformText } from '../api/generate.ts';
import { platformOf, remainingText } from '../caption-draft.ts';
import { captionTexts } from '../texts.ts';
import { wordsTexts } from '../words-texts.ts';
import { FailureNote } from './failure-note.tsx';

const WriterChoice = optionally(() => import('./writer-choice.tsx'));

export type CaptionControlsProps = {
  photoId: string | null;
  /** What the caption is for: an answer goes there, also when another text is on screen by then. */
  target: string;
  /** Platforms that may get a text of their own with it. */
  platforms: readonly Platform[];
  /** The photo was chosen in the Media Library: captions begin casual and with hashtags, whatever the preferences say. */
  fromLibrary?: boolean;
  /** True once a caption was generated: the button then says Regenerate. */
  again: boolean;
  /** What a new caption takes the place of: it is written differently. */
  replaces: string | null;
  /** Somebody asks for a caption, and there is no photo to write it for. */
  onNoPhoto?: (() => void) | undefined;
  /** A caption is being written from now on. */
  onBegin?: (() => void) | undefined;
  /** `own`: the texts of platforms. */
  onCaption(text: string, style: CaptionStyle, target: string, own: readonly PlatformText[]): void;
  onUpgrade(): void;
};

const ofLibrary = { defaultCaptionStyle: 'casual', includeHashtags: true } as const;

/** Style, hashtags and the button that writes. What goes wrong stays beside it, with a way on. */
export function CaptionControls(props: CaptionControlsProps) {
  const {
    photoId,
    target,
    platforms,
    fromLibrary = false,
    again,
    replaces,
    onNoPhoto,
    onBegin,
    onCaption,
    onUpgrade,
  } = props;
  const preferences = useCaptionPreferences();
  const limits = useLimits();
  const [chosen, setChosen] = useState<{ style?: CaptionStyle; includeHashtags?: boolean }>({});
  const usual = fromLibrary ? ofLibrary : preferences.data;
  const style = chosen.style ?? usual?.defaultCaptionStyle ?? 'professional';
  const includeHashtags = chosen.includeHashtags ?? usual?.includeHashtags ?? true;
  const { generate, words, cancel, pending, failure, dismiss } = useGenerateCaption();
  const [isForEach, setForEach] = useState(false);
  const [note, setNote] = useState<string | null>(null);
  const id = useId();
  const left = limits.data ? remainingText(limits.data) : null;

  const run = async () => {
    if (!photoId) {
      toast({ ...captionTexts.noPhoto, tone: 'error' });
      onNoPhoto?.();
      return;
    }
    setNote(null);
    onBegin?.();
    const made = await generate({
      photoId,
      style,
      includeHashtags,
      ...platformOf(target),
      ...(isForEach && platforms.length > 1 ? { platforms: [...platforms] } : {}),
      ...(again && replaces ? { replaces: replaces.slice(0, LONGEST_REPLACED) } : {}),
    });
    if (made !== null) {
      onCaption(made.text, style, target, made.own);
      setNote(made.note);
      toast({ title: fromLibrary ? captionTexts.generatedInLibrary : captionTexts.generated, tone: 'success' });
    }
  };
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <div className="flex items-center gap-2">
          <Label htmlFor={`${id}-style`}>Style</Label>
          <NativeSelect
            id={`${id}-style`}
            value={style}
            onChange={(event) => setChosen({ ...chosen, style: event.target.value as CaptionStyle })}
          >
            {captionStyles.map((one) => (
              <option key={one} value={one}>
                {styleLabels[one]}
              </option>
            ))}
          </NativeSelect>
        </div>
        <div className="flex items-center gap-2.5">
          <Checkbox
            id={`${id}-tags`}
            checked={includeHashtags}
            onCheckedChange={(checked) => setChosen({ ...chosen, includeHashtags: checked === true })}
          />
          <Label htmlFor={`${id}-tags`} className="font-normal">
            Include relevant hashtags
          </Label>
        </div>
        {platforms.length > 1 ? (
          <div className="flex items-center gap-2.5">
            <Checkbox
              id={`${id}-each`}
              checked={isForEach}
              onCheckedChange={(checked) => setForEach(checked === true)}
            />
            <Label htmlFor={`${id}-each`} className="font-normal">
              {captionTexts.forEach}
            </Label>
          </div>
        ) : null}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant={again ? 'secondary' : 'soft'}
          onClick={() => void run()}
          pending={pending}
          pendingText="Generating caption..."
        >
          <Sparkles aria-hidden="true" />
          {again ? 'Regenerate' : 'Generate Caption'}
        </Button>
        {pending ? (
          <Button variant="ghost" onClick={cancel}>
            Cancel
          </Button>
        ) : null}
        <WriterChoice />
        {left ? <p className="text-sm text-muted tabular">{left}</p> : null}
      </div>
      {pending && words !== '' ? <WordsSoFar words={words} /> : null}
      {note ? (
        <p role="status" className="text-sm text-muted">
          {note}
        </p>
      ) : null}
      {failure ? (
        <FailureNote failure={failure} onAgain={() => void run()} onUpgrade={onUpgrade} onDismiss={dismiss} />
      ) : null}
    </div>
  );
}

/** What is being written, as far as it has come. Read aloud only by who goes there: that the caption is there is said once, at its end. */
function WordsSoFar({ words }: { words: string }) {
  return (
    <figure
      aria-live="off"
      className="rounded-control border border-dashed border-line-strong bg-cloth px-3 py-2 text-sm"
    >
      <figcaption className="mb-1 text-xs text-muted">{wordsTexts.writing}</figcaption>
      <p className="break-words whitespace-pre-line" dir="auto">
        {words}
      </p>
    </figure>
  );
}
