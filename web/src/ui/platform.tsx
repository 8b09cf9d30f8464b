import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';

export const platforms = ['instagram', 'facebook', 'twitter', 'linkedin', 'tiktok'] as const;
export type PlatformId = (typeof platforms)[number];

/** Long names as pickers show them; `platformShortNames` for badges. */
export const platformNames: Record<PlatformId, string> = {
  instagram: 'Instagram',
  facebook: 'Facebook',
  twitter: 'X (Twitter)',
  linkedin: 'LinkedIn',
  tiktok: 'TikTok',
};
export const platformShortNames: Record<PlatformId, string> = { ...platformNames, twitter: 'X' };

const glyphs: Record<PlatformId, ReactNode> = {
  instagram: (
    <g fill="none" stroke="currentColor" strokeWidth="1.6">
      <rect x="2.5" y="2.5" width="11" height="11" rx="3.4" />
      <circle cx="8" cy="8" r="2.6" />
      <circle cx="11.2" cy="4.8" r="0.5" fill="currentColor" />
    </g>
  ),
  facebook: (
    <path
      d="M9.2 14V8.7H11l.3-2.2H9.2V5.2c0-.7.2-1.1 1.1-1.1h1.1V2.1C11.2 2 10.6 2 9.8 2 8 2 6.9 3 6.9 4.9v1.6H5v2.2h1.9V14z"
      fill="currentColor"
    />
  ),
  twitter: (
    <path
      d="M2.5 2.5h2.9l8.1 11h-2.9zM13 2.5 9.2 6.9M6.8 9.2 3 13.5"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinejoin="round"
    />
  ),
  linkedin: (
    <path
      d="M2.6 6.2h2.2V13H2.6zM3.7 2.6a1.3 1.3 0 1 1 0 2.6 1.3 1.3 0 0 1 0-2.6M6.3 6.2h2.1v1c.4-.7 1.1-1.2 2.2-1.2 2.1 0 2.8 1.3 2.8 3.2V13h-2.2V9.6c0-1-.2-1.8-1.3-1.8S8.5 8.6 8.5 9.6V13H6.3z"
      fill="currentColor"
    />
  ),
  tiktok: (
    <path
      d="M8.3 2h2.1c.2 1.6 1.1 2.6 2.7 2.8v2.1c-1 0-1.9-.3-2.7-.8v3.9a4 4 0 1 1-3.4-4v2.2a1.8 1.8 0 1 0 1.3 1.8z"
      fill="currentColor"
    />
  ),
};

const ink: Record<PlatformId, string> = {
  instagram: 'text-(--thread-instagram)',
  facebook: 'text-(--thread-facebook)',
  twitter: 'text-(--thread-twitter)',
  linkedin: 'text-(--thread-linkedin)',
  tiktok: 'text-(--thread-tiktok)',
};

export function PlatformGlyph({ platform, className }: { platform: PlatformId; className?: string }) {
  return (
    <svg viewBox="0 0 16 16" className={cn('size-4 shrink-0', ink[platform], className)} aria-hidden="true">
      {glyphs[platform]}
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
