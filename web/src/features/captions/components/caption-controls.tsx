import type { CaptionStyle } from '@postloom/contracts';
import { CircleAlert, Sparkles, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useLimits } from '#data/limits.ts';
import { Button, Checkbox, Label, NativeSelect, toast } from '#ui/index.ts';
import {
  captionStyles,
  styleLabels,
  useCaptionPreferences,
  useGenerateCaption,
  type CaptionFailure,
} from '../api/captions.ts';
import { remainingText } from '../caption-draft.ts';
import { captionTexts } from '../texts.ts';

export type CaptionControlsProps = {
  photoId: string | null;
  /** What the caption is for: an answer goes there, also when another text is on screen by then. */
  target: string;
  /** True once a caption was generated: the button then says Regenerate. */
  again: boolean;
  onCaption(text: string, style: CaptionStyle, target: string): void;
  onUpgrade(): void;
};

/** Style, hashtags and the button that writes. What goes wrong stays beside it, with a way on. */
export function CaptionControls({ photoId, target, again, onCaption, onUpgrade }: CaptionControlsProps) {
  const preferences = useCaptionPreferences();
  const limits = useLimits();
  const [chosen, setChosen] = useState<{ style?: CaptionStyle; includeHashtags?: boolean }>({});
  const style = chosen.style ?? preferences.data?.defaultCaptionStyle ?? 'professional';
  const includeHashtags = chosen.includeHashtags ?? preferences.data?.includeHashtags ?? true;
  const { generate, cancel, pending, failure, dismiss } = useGenerateCaption();
  const id = useId();
  const left = limits.data ? remainingText(limits.data) : null;

  const run = async () => {
    if (!photoId) {
      toast({ ...captionTexts.noPhoto, tone: 'error' });
      return;
    }
    const text = await generate({ photoId, style, includeHashtags });
    if (text !== null) {
      onCaption(text, style, target);
      toast({ title: captionTexts.generated, tone: 'success' });
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
        {left ? <p className="text-sm text-muted tabular">{left}</p> : null}
      </div>
      {failure ? (
        <FailureNote failure={failure} onAgain={() => void run()} onUpgrade={onUpgrade} onDismiss={dismiss} />
      ) : null}
    </div>
  );
}

function FailureNote({
  failure: { message, way },
  onAgain,
  onUpgrade,
  onDismiss,
}: {
  failure: CaptionFailure;
  onAgain(): void;
  onUpgrade(): void;
  onDismiss(): void;
}) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-control border border-madder/40 bg-madder-soft py-1.5 pr-1.5 pl-3 text-sm"
    >
      <CircleAlert className="size-4 shrink-0 text-madder" aria-hidden="true" />
      <p className="min-w-0 flex-1 basis-48">{captionTexts.writeItYourself(message)}</p>
      {way === 'again' ? (
        <Button variant="secondary" size="sm" onClick={onAgain}>
          Try again
        </Button>
      ) : null}
      {way === 'upgrade' ? (
        <Button variant="secondary" size="sm" onClick={onUpgrade}>
          Upgrade
        </Button>
      ) : null}
      <Button variant="ghost" size="icon-sm" aria-label="Dismiss" onClick={onDismiss}>
        <X aria-hidden="true" />
      </Button>
    </div>
  );
}
