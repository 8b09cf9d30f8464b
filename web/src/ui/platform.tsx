import type { Platform } from '@postloom/contracts';
import { cn } from '#lib/cn.ts';
import { platformRules, platforms } from '#lib/contract-data.ts';
import { platformLooks } from './platforms/index.ts';

export { platforms } from '#lib/contract-data.ts';
export type PlatformId = Platform;

export const platformShortNames = Object.fromEntries(
  platforms.map((platform) => [platform, platformRules[platform].name]),
) as Record<Platform, string>;

export function PlatformGlyph({ platform, className }: { platform: PlatformId; className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      className={cn('size-4 shrink-0', platformLooks[platform].ink, className)}
      aria-hidden="true"
    >
      {platformLooks[platform].glyph}
    </svg>
  );
}

/** A platform's own colour appears only here and in its thread. */
export function PlatformBadge({ platform, className }: { platform: PlatformId; className?: string }) {
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1.5 rounded-full border border-line bg-cloth px-2 py-0.5 text-xs font-semibold text-ink',
        className,
      )}
    >
      <PlatformGlyph platform={platform} className="size-3" />
      {platformShortNames[platform]}
    </span>
  );
}
