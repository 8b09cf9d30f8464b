import type { Platform, SocialAccount } from '@postloom/contracts';
import { memo, useDeferredValue, useState } from 'react';
import { usePhotosById } from '#data/photos.ts';
import { cn } from '#lib/cn.ts';
import { platformRules } from '#lib/contract-data.ts';
import { Button, PlatformGlyph } from '#ui/index.ts';
import type { ComposerValues } from '../composer-fields.ts';
import { captionFor } from '../composer-rules.ts';
import { useComposerValues, type ComposerControl } from '../use-composer.ts';
import { previewTexts } from '../preview-texts.ts';
import { previews } from './previews/index.ts';

export type PreviewPanelProps = {
  control: ComposerControl;
  accounts: readonly SocialAccount[];
  /** The platform whose caption is edited: its preview comes up. */
  follow: Platform | null;
};

/** How the post will look, one platform at a time. It may lag behind the typing; the text box never does. */
export default function PreviewPanel({ control, ...rest }: PreviewPanelProps) {
  const values = useDeferredValue(useComposerValues(control));
  return <Preview {...rest} values={values} />;
}

/** Renders again only when the values that lag behind have changed, and not at each key as well. */
const Preview = memo(function Preview({
  values,
  accounts,
  follow,
}: Omit<PreviewPanelProps, 'control'> & { values: ComposerValues }) {
  const { platforms, photoIds } = values;
  const known = usePhotosById(photoIds);
  // What was chosen here holds until another caption is edited.
  const [choice, setChoice] = useState<{ platform: Platform | null; follow: Platform | null }>({
    platform: null,
    follow: null,
  });
  const wanted = choice.follow === follow ? (choice.platform ?? follow) : (follow ?? choice.platform);
  const shown = wanted && platforms.includes(wanted) ? wanted : platforms[0];
  const photos = photoIds.flatMap((id) => known.get(id) ?? []);
  const PreviewOn = shown ? previews[shown] : null;
  return (
    <section aria-label="Preview" className="grid content-start gap-3 lg:sticky lg:top-0 lg:self-start">
      <h3 className="text-sm font-semibold">Preview</h3>
      {platforms.length > 1 ? (
        <div role="group" aria-label="Platform of the preview" className="flex flex-wrap gap-1.5">
          {platforms.map((platform) => (
            <Button
              key={platform}
              variant="secondary"
              size="icon-sm"
              aria-label={platformRules[platform].name}
              title={platformRules[platform].name}
              aria-pressed={platform === shown}
              className={cn('w-10', platform === shown && 'border-woad bg-woad-soft')}
              onClick={() => setChoice({ platform, follow })}
            >
              <PlatformGlyph platform={platform} />
            </Button>
          ))}
        </div>
      ) : null}
      {shown && PreviewOn ? (
        <figure key={shown} className="max-w-sm" aria-label={`Preview on ${platformRules[shown].name}`}>
          <PreviewOn
            account={accounts.find((account) => account.platform === shown)}
            caption={captionFor(values, shown).trim()}
            photos={photos.slice(0, platformRules[shown].maxPhotos)}
          />
        </figure>
      ) : (
        <p className="rounded-card border border-dashed border-line px-4 py-8 text-center text-sm text-muted">
          {previewTexts.choosePlatform}
        </p>
      )}
    </section>
  );
});
