import type { Platform } from '@postloom/contracts';
import { useId } from 'react';
import { cn } from '../../../lib/cn.ts';
import { platformRules } from '../../../lib/contract-data.ts';
import { Button, Checkbox, PlatformGlyph, platforms } from '../../../ui/index.ts';

export type PlatformCheckboxesProps = {
  value: readonly Platform[];
  connected: ReadonlySet<Platform>;
  connecting: Platform | null;
  onChange(platforms: readonly Platform[]): void;
  onConnect(platform: Platform): void;
  error?: string | undefined;
};

/** Where the post goes. A platform without an account cannot be chosen; the way to connect it stands beside it. */
export function PlatformCheckboxes({
  value,
  connected,
  connecting,
  onChange,
  onConnect,
  error,
}: PlatformCheckboxesProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="grid gap-1.5">
      <legend className="pb-1.5 text-sm font-semibold">
        Platforms
        <span className="text-madder" aria-hidden="true">
          {' '}
          *
        </span>
      </legend>
      <div className="grid gap-1.5 sm:grid-cols-2">
        {platforms.map((platform) => {
          const usable = connected.has(platform);
          const checked = value.includes(platform);
          return (
            <div
              key={platform}
              className={cn(
                'flex min-h-11 items-center gap-2.5 rounded-control border px-3',
                checked ? 'border-woad bg-woad-soft' : 'border-line',
                error && !checked && 'border-madder/50',
              )}
            >
              <Checkbox
                id={`${id}-${platform}`}
                name={`platform-${platform}`}
                checked={checked}
                disabled={!usable && !checked}
                onCheckedChange={(on) =>
                  onChange(
                    on === true
                      ? platforms.filter((one) => one === platform || value.includes(one))
                      : value.filter((one) => one !== platform),
                  )
                }
              />
              <label
                htmlFor={`${id}-${platform}`}
                className={cn('flex flex-1 items-center gap-2 text-sm font-medium', !usable && 'text-muted')}
              >
                <PlatformGlyph platform={platform} />
                {platformRules[platform].longName}
              </label>
              {usable ? null : (
                <Button
                  variant="link"
                  size="sm"
                  pending={connecting === platform}
                  pendingText="Connecting..."
                  onClick={() => onConnect(platform)}
                  aria-label={`Connect ${platformRules[platform].longName}`}
                >
                  Connect
                </Button>
              )}
            </div>
          );
        })}
      </div>
      {error ? (
        <p id={`${id}-error`} role="alert" className="text-sm font-medium text-madder">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
