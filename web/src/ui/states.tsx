import { WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '#lib/cn.ts';
import { texts } from '#lib/texts.ts';
import { Button } from './button.tsx';
import { WovenBand, type WovenBandProps } from './woven-band.tsx';

const patterns: Record<
  'week' | 'photos' | 'accounts' | 'businesses',
  Pick<WovenBandProps, 'days' | 'threads' | 'knots'>
> = {
  week: {
    days: 7,
    threads: ['woad', 'madder', 'weld'],
    knots: [
      { day: 1, thread: 0, status: 'published' },
      { day: 3, thread: 1, status: 'scheduled' },
      { day: 5, thread: 2, status: 'draft' },
    ],
  },
  photos: {
    days: 6,
    threads: ['weld', 'moss', 'weld'],
    knots: [{ day: 2, thread: 1, status: 'draft' }],
  },
  accounts: {
    days: 5,
    threads: ['instagram', 'facebook', 'tiktok'],
    knots: [],
  },
  businesses: {
    days: 6,
    threads: ['moss', 'woad', 'madder'],
    knots: [{ day: 3, thread: 1, status: 'published' }],
  },
};

export type EmptyStateProps = {
  title: string;
  children?: ReactNode;
  /** The next step. */
  action?: ReactNode;
  pattern?: keyof typeof patterns;
  level?: 2 | 3;
  className?: string;
};

/** Nothing here yet: a bare piece of cloth, what is missing, and the next step. */
export function EmptyState({ title, children, action, pattern = 'week', level = 3, className }: EmptyStateProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div className={cn('grid justify-items-center gap-1 px-6 py-10 text-center', className)}>
      <WovenBand {...patterns[pattern]} cell={30} className="mb-4 h-24 w-auto" />
      <Heading className="text-lg font-bold">{title}</Heading>
      {children ? <div className="max-w-[52ch] text-sm text-muted">{children}</div> : null}
      {action ? <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div> : null}
    </div>
  );
}

export type ErrorStateProps = {
  title?: string;
  message?: ReactNode;
  onRetry?: () => void;
  retryLabel?: string;
  /** Shown small, so that a report can name the request. */
  requestId?: string | undefined;
  className?: string;
};

/** Data did not load. Says so and offers Retry. */
export function ErrorState({
  title,
  message = texts.loadFailed,
  onRetry,
  retryLabel = 'Retry',
  requestId,
  className,
}: ErrorStateProps) {
  return (
    <div
      role="alert"
      className={cn(
        'grid justify-items-center gap-1 rounded-card border border-line bg-cloth px-6 py-10 text-center',
        className,
      )}
    >
      <svg
        viewBox="0 0 64 40"
        className="mb-3 h-10 text-madder"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <path d="M2 20h20c4 0 4-7 8-7M62 20H42c-4 0-4 7-8 7" />
        <path d="m29 17 2-8M35 23l-2 8" strokeWidth="2" />
      </svg>
      {title ? <h3 className="text-lg font-bold">{title}</h3> : null}
      <p className="max-w-[52ch] text-sm text-muted">{message}</p>
      {requestId ? <p className="text-xs text-muted">Request {requestId}</p> : null}
      {onRetry ? (
        <Button variant="secondary" className="mt-4" onClick={onRetry}>
          {retryLabel}
        </Button>
      ) : null}
    </div>
  );
}

export type OfflineStateProps = { children?: ReactNode; className?: string };

/** Nothing is here because the browser has no network; what was asked for comes by itself with the network. */
export function OfflineState({
  children = 'You’re offline. This loads by itself when you’re back online.',
  className,
}: OfflineStateProps) {
  return (
    <div
      role="status"
      className={cn(
        'grid justify-items-center gap-1 rounded-card border border-line bg-cloth px-6 py-10 text-center',
        className,
      )}
    >
      <WifiOff className="mb-3 size-8 text-weld" aria-hidden="true" />
      <p className="max-w-[52ch] text-sm text-muted">{children}</p>
    </div>
  );
}
