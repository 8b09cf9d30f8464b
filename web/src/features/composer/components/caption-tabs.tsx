import type { Platform } from '@postloom/contracts';
import { RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '#lib/cn.ts';
import { platformRules } from '#lib/contract-data.ts';
import { Button, Field, PlatformGlyph, platformShortNames, Textarea } from '#ui/index.ts';
import { captionFor, type ComposerValues } from '../composer-rules.ts';
import { CaptionCounter } from './caption-counter.tsx';

export type CaptionTabsProps = {
  id: string;
  values: ComposerValues;
  /** The platform whose own text is edited; null: the shared one. */
  tab: Platform | null;
  onTab(tab: Platform | null): void;
  onChange(part: Partial<ComposerValues>): void;
  error?: string | undefined;
  /** The caption writer for the text on screen. */
  tool(text: string, onText: (text: string) => void): ReactNode;
};

/** The shared caption, and a platform's own where it should say something else. */
export function CaptionTabs({ id, values, tab, onTab, onChange, error, tool }: CaptionTabsProps) {
  const text = tab ? captionFor(values, tab) : values.caption;
  const own = tab !== null && values.captionByPlatform[tab] !== undefined;
  const setText = (next: string) =>
    tab ? onChange({ captionByPlatform: { ...values.captionByPlatform, [tab]: next } }) : onChange({ caption: next });
  const giveBack = (platform: Platform) => {
    const { [platform]: _, ...rest } = values.captionByPlatform;
    onChange({ captionByPlatform: rest });
  };
  const counted = tab ? [tab] : values.platforms.filter((one) => values.captionByPlatform[one] === undefined);
  const name = tab ? platformRules[tab].name : '';
  return (
    <div className="grid gap-3">
      {values.platforms.length > 1 ? (
        <div role="group" aria-label="Whose caption" className="flex flex-wrap gap-1.5">
          {[null, ...values.platforms].map((one) => {
            const hasOwn = one !== null && values.captionByPlatform[one] !== undefined;
            return (
              <Button
                key={one ?? 'shared'}
                variant="secondary"
                size="sm"
                aria-pressed={one === tab}
                className={cn('px-2.5', one === tab && 'border-woad bg-woad-soft')}
                onClick={() => onTab(one)}
              >
                {one ? <PlatformGlyph platform={one} /> : null}
                {one ? platformShortNames[one] : 'All platforms'}
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
        aside={
          counted.length > 0 ? (
            <span className="flex flex-wrap justify-end gap-x-3">
              {counted.map((platform) => (
                <CaptionCounter key={platform} platform={platform} caption={captionFor(values, platform)} />
              ))}
            </span>
          ) : undefined
        }
      >
        <Textarea
          id={id}
          rows={6}
          placeholder="What is this photo about?"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      {tab ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          {own ? (
            <>
              <p>{name} gets this text instead of the shared caption.</p>
              <Button variant="ghost" size="sm" onClick={() => giveBack(tab)}>
                <RotateCcw aria-hidden="true" />
                Use the shared caption
              </Button>
            </>
          ) : (
            <p>
              {name} gets the shared caption. Change it here and only {name} gets the change.
            </p>
          )}
        </div>
      ) : null}
      <div key={tab ?? 'shared'}>{tool(text, setText)}</div>
    </div>
  );
}
