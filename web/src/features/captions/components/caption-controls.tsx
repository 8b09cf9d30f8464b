import type { CaptionStyle } from '@postloom/contracts';
import { Sparkles } from 'lucide-react';
import { useId, useState } from 'react';
import { useLimits } from '#data/limits.ts';
import { Button, Checkbox, Label, NativeSelect } from '#ui/index.ts';
import { captionStyles, styleLabels, useCaptionPreferences, useGenerateCaption } from '../api/captions.ts';
import { remainingText } from '../caption-draft.ts';

export type CaptionControlsProps = {
  photoId: string | null;
  /** True once a caption was generated: the button then says Regenerate. */
  again: boolean;
  onCaption(text: string, style: CaptionStyle): void;
  onUpgrade(): void;
  /** Says what is missing when no photo is chosen. */
  onNoPhoto(): void;
};

/** Style, hashtags and the button that writes. */
export function CaptionControls({ photoId, again, onCaption, onUpgrade, onNoPhoto }: CaptionControlsProps) {
  const preferences = useCaptionPreferences();
  const limits = useLimits();
  const [chosen, setChosen] = useState<{ style?: CaptionStyle; includeHashtags?: boolean }>({});
  const style = chosen.style ?? preferences.data?.defaultCaptionStyle ?? 'professional';
  const includeHashtags = chosen.includeHashtags ?? preferences.data?.includeHashtags ?? true;
  const { generate, cancel, pending } = useGenerateCaption((text) => onCaption(text, style), onUpgrade);
  const id = useId();
  const left = limits.data ? remainingText(limits.data) : null;

  const run = () => {
    if (!photoId) {
      onNoPhoto();
      return;
    }
    void generate({ photoId, style, includeHashtags });
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
          onClick={run}
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
    </div>
  );
}
