import { cn } from '../lib/cn.ts';
import { Badge } from './badge.tsx';

/** The four states of a post, in the order of the calendar's legend. */
export const postStatuses = ['published', 'scheduled', 'draft', 'failed'] as const;
export type PostStatus = (typeof postStatuses)[number];

export const statusLabels: Record<PostStatus, string> = {
  published: 'Published',
  scheduled: 'Scheduled',
  draft: 'Draft',
  failed: 'Failed',
};

const colours: Record<PostStatus | 'attention', string> = {
  attention: 'text-weld',
  published: 'text-moss',
  scheduled: 'text-weld',
  draft: 'text-flax',
  failed: 'text-madder',
};
const tones = { published: 'moss', scheduled: 'weld', draft: 'flax', failed: 'madder' } as const;

/** Shape and colour say the same: knot tied (published), ring waiting (scheduled), open dashes (draft), cross (failed), warning sign (a person must look). */
export function StatusShape({ status, className }: { status: PostStatus | 'attention'; className?: string }) {
  return (
    <svg
      viewBox="0 0 12 12"
      className={cn('size-3 shrink-0', colours[status], className)}
      fill="none"
      aria-hidden="true"
    >
      {status === 'published' ? <circle cx="6" cy="6" r="5" fill="currentColor" /> : null}
      {status === 'scheduled' ? (
        <>
          <circle cx="6" cy="6" r="4.25" stroke="currentColor" strokeWidth="1.5" />
          <circle cx="6" cy="6" r="1.75" fill="currentColor" />
        </>
      ) : null}
      {status === 'draft' ? (
        <circle cx="6" cy="6" r="4.25" stroke="currentColor" strokeWidth="1.5" strokeDasharray="2.2 2.25" />
      ) : null}
      {status === 'attention' ? (
        <path
          d="M6 1.2 11 10.4H1zM6 4.6v2.6M6 8.6v.3"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      ) : null}
      {status === 'failed' ? (
        <path d="m2 2 8 8m0-8-8 8" stroke="currentColor" strokeWidth="2.25" strokeLinecap="round" />
      ) : null}
    </svg>
  );
}

/** Dot with its text; with `hideText` the text stays for screen readers. */
export function StatusDot({
  status,
  hideText = false,
  className,
}: {
  status: PostStatus;
  hideText?: boolean;
  className?: string;
}) {
  return (
    <span className={cn('inline-flex items-center gap-1.5 text-xs font-medium text-muted', className)}>
      <StatusShape status={status} />
      <span className={hideText ? 'sr-only' : undefined}>{statusLabels[status]}</span>
    </span>
  );
}

export function StatusBadge({ status, className }: { status: PostStatus; className?: string }) {
  return (
    <Badge tone={tones[status]} className={className}>
      <StatusShape status={status} />
      {statusLabels[status]}
    </Badge>
  );
}
