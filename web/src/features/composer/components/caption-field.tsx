import type { Platform } from '@postloom/contracts';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { spokenFor } from '#data/post-state.ts';
import { cn } from '#lib/cn.ts';
import { platformRules } from '#lib/contract-data.ts';
import { useOwnField } from '#lib/forms.ts';
import { Button, Field, PlatformGlyph, Textarea } from '#ui/index.ts';
import type { ComposerValues } from '../composer-fields.ts';
import { captionFor } from '../composer-rules.ts';
import { composerTexts } from '../texts.ts';
import type { ComposerChange, ComposerControl } from '../use-composer.ts';
import { CaptionCounter } from './caption-counter.tsx';

/** The caption writer beside the text; `target` names the text it writes, which may change while it works. */
export type CaptionToolSlot = {
  photoId: string | null;
  target: string;
  value: string;
  /** Those that may get texts of their own together with this one: none while a platform's own is edited. */
  platforms: readonly Platform[];
  /** A text as it is now, also one that is not on screen. */
  textOf(target: string): string;
  onChange(target: string, text: string): void;
  /** The id of the box that shows the text, and of where photos are chosen. */
  box: string;
  photos: string;
};

/** What helps with an empty text. */
export type IdeaToolSlot = {
  value: string;
  onChange(text: string): void;
  /** The id of its box. */
  box: string;
};

export type CaptionFieldProps = {
  id: string;
  control: ComposerControl;
  /** The platform whose own text is edited; null: the shared one. */
  tab: Platform | null;
  onTab(tab: Platform | null): void;
  onChange(change: ComposerChange): void;
  valuesNow(): ComposerValues;
  ideas(slot: IdeaToolSlot): ReactNode;
  tool(slot: CaptionToolSlot): ReactNode;
};

const SHARED = 'shared';

/** The shared caption, and a platform's own where it should say something else. */
export function CaptionField(props: CaptionFieldProps) {
  const { id, control, tab: wanted, onTab, onChange, valuesNow, ideas, tool } = props;
  const [ref, error, shared] = useOwnField(control, 'caption');
  const [platforms, captionByPlatform, photoIds] = useWatch({
    control,
    name: ['platforms', 'captionByPlatform', 'photoIds'],
  });
  const values = { caption: shared, captionByPlatform };
  // A change of the shared text would change nothing that goes out where nobody gets it: then it is not offered.
  const only = spokenFor({ platforms: [...platforms], captionByPlatform });
  const tab = wanted !== null && platforms.includes(wanted) ? wanted : only;
  const withOwn = platforms.filter((one) => captionByPlatform[one] !== undefined);
  const offered = only === null ? [null, ...platforms] : platforms;
  const text = tab ? captionFor(values, tab) : values.caption;
  const target = tab ?? SHARED;
  const own = tab !== null && withOwn.includes(tab);
  const write = (one: string, next: string) =>
    onChange((now) =>
      one === SHARED ? { caption: next } : { captionByPlatform: { ...now.captionByPlatform, [one]: next } },
    );
  const textOf = (one: string) => {
    const now = valuesNow();
    return one === SHARED ? now.caption : captionFor(now, one as Platform);
  };
  const giveBack = (platform: Platform) =>
    onChange((now) => {
      const { [platform]: _, ...rest } = now.captionByPlatform;
      return { captionByPlatform: rest };
    });
  const counted = tab ? [tab] : platforms.filter((one) => !withOwn.includes(one));
  const name = tab ? platformRules[tab].name : '';
  return (
    <div className="grid gap-3">
      {offered.length > 1 ? (
        <div role="group" aria-label="Caption to edit" className="flex flex-wrap gap-1.5">
          {offered.map((one) => {
            const hasOwn = one !== null && withOwn.includes(one);
            return (
              <Button
                key={one ?? SHARED}
                variant="secondary"
                size="sm"
                aria-pressed={one === tab}
                className={cn('px-2.5', one === tab && 'border-woad bg-woad-soft')}
                onClick={() => onTab(one)}
              >
                {one ? <PlatformGlyph platform={one} /> : null}
                {one ? platformRules[one].name : 'All platforms'}
                {hasOwn ? (
                  <>
                    <span aria-hidden="true" className="size-1.5 rounded-full bg-woad" />
                    <span className="sr-only">, own caption</span>
                  </>
                ) : null}
              </Button>
            );
          })}
        </div>
      ) : null}
      <Field
        label={tab ? `Caption for ${name}` : 'Caption'}
        required
        error={error}
        hint={
          counted.length > 0 ? (
            <span className="flex flex-wrap gap-x-3.5 gap-y-1">
              {counted.map((platform) => (
                <CaptionCounter key={platform} platform={platform} caption={captionFor(values, platform)} />
              ))}
            </span>
          ) : undefined
        }
      >
        <Textarea
          ref={ref}
          id={id}
          rows={5}
          placeholder="What is this photo about?"
          value={text}
          onChange={(event) => write(target, event.target.value)}
        />
      </Field>
      {tab ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          {own ? (
            <>
              <p>{composerTexts.caption.isOwn(name)}</p>
              <Button variant="link" size="sm" onClick={() => giveBack(tab)}>
                Use the shared caption
              </Button>
            </>
          ) : (
            <p>{composerTexts.caption.isShared(name)}</p>
          )}
        </div>
      ) : withOwn.length > 0 ? (
        <p className="text-sm text-muted">
          {composerTexts.caption.notReached(withOwn.map((one) => platformRules[one].name))}
        </p>
      ) : null}
      {ideas({
        value: text,
        onChange: (next) => write(target, next),
        box: id,
      })}
      {tool({
        ...{ photoId: photoIds[0] ?? null, target, value: text, platforms: tab ? [] : platforms },
        ...{ textOf, onChange: write, box: id, photos: `${id}-photos` },
      })}
    </div>
  );
}
