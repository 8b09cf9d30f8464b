import type { Platform, SocialAccount } from '@postloom/contracts';
import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { cn } from '#lib/cn.ts';
import { platformRules, postMessages } from '#lib/contract-data.ts';
import { Button, Checkbox, PlatformGlyph, platforms } from '#ui/index.ts';

export type PlatformCheckboxesProps = {
  value: readonly Platform[];
  connected: ReadonlySet<Platform>;
  /** Platforms whose account must be reconnected. */
  waiting: ReadonlySet<Platform>;
  connecting: Platform | null;
  /** Names the account behind each platform, where there is room to say it. */
  accounts?: readonly SocialAccount[];
  onChange(platforms: readonly Platform[]): void;
  onConnect(platform: Platform): void;
  error?: string | undefined;
};

/**
 * Where the post goes. A platform without an account cannot be chosen; the way to connect it is beside it. One whose account must
 * be reconnected can, and says that its posts wait.
 */
export function PlatformCheckboxes({
  value,
  connected,
  waiting,
  connecting,
  accounts = [],
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
      <div className="grid grid-cols-1 gap-1.5 sm:grid-cols-2">
        {platforms.map((platform) => {
          const isUsable = connected.has(platform);
          const isWaiting = !isUsable && waiting.has(platform);
          const checked = value.includes(platform);
          const account = accounts.find((one) => one.platform === platform);
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
                aria-describedby={account ? `${id}-${platform}-account` : undefined}
                disabled={!isUsable && !isWaiting && !checked}
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
                className={cn(
                  'flex min-w-0 flex-1 items-center gap-2 text-sm font-medium',
                  !isUsable && !isWaiting && 'text-muted',
                )}
              >
                <PlatformGlyph platform={platform} />
                <span className="shrink-0">{platformRules[platform].longName}</span>
                {account ? (
                  <span id={`${id}-${platform}-account`} aria-hidden="true" className="truncate font-normal text-muted">
                    {account.accountName}
                  </span>
                ) : null}
              </label>
              {isUsable ? null : (
                <Button
                  variant="link"
                  size="sm"
                  pending={connecting === platform}
                  pendingText="Connecting..."
                  onClick={() => onConnect(platform)}
                  aria-label={`${isWaiting ? 'Reconnect' : 'Connect'} ${platformRules[platform].longName}`}
                >
                  {isWaiting ? 'Reconnect' : 'Connect'}
                </Button>
              )}
            </div>
          );
        })}
      </div>
      {value
        .filter((platform) => waiting.has(platform) && !connected.has(platform))
        .map((platform) => (
          <p key={platform} role="status" className="flex items-start gap-2 text-sm text-weld">
            <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
            {postMessages.reconnectRequired(platformRules[platform].name)}
          </p>
        ))}
      {error ? (
        <p id={`${id}-error`} role="alert" className="text-sm font-medium text-madder">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
