import { cn } from '#lib/cn.ts';
import { Badge } from './badge.tsx';

/** The four states of a post, in the order of the calendar's legend. */
export const postStatuses = ['published', 'scheduled', 'draft', 'failed'] as const;
export type PostStatus = (typeof postStatuses)[number];

/** What a post is shown as: its status, or that a person must look. */
export type ShownStatus = PostStatus | 'attention';

export const statusLabels: Record<ShownStatus, string> = {
  attention: 'Needs attention',
  published: 'Published',
  scheduled: 'Scheduled',
  draft: 'Draft',
  failed: 'Failed',
};

const colours: Record<ShownStatus, string> = {
  attention: 'text-weld',
  published: 'text-moss',
  scheduled: 'text-weld',
  draft: 'text-flax',
  failed: 'text-madder',
};
const tones = { attention: 'weld', published: 'moss', scheduled: 'weld', draft: 'flax', failed: 'madder' } as const;

/** Shape and colour say the same: knot tied (published), ring waiting (scheduled), open dashes (draft), cross (failed), warning sign (a person must look). */
export function StatusShape({ status, className }: { status: ShownStatus; className?: string }) {
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

/** Shape with its text, as a legend shows it. */
export function StatusDot({ status }: { status: ShownStatus }) {
  return (
    <span className="inline-flex items-center gap-1.5 text-xs font-medium text-muted">
      <StatusShape status={status} />
      {statusLabels[status]}
    </span>
  );
}

export type StatusBadgeProps = {
  status: ShownStatus;
  /** The status that a list is about: its badge is filled, those of all others stay pale. */
  filled?: ShownStatus;
  className?: string;
};

export function StatusBadge({ status, filled, className }: StatusBadgeProps) {
  const isFilled = status === filled;
  return (
    <Badge tone={isFilled ? 'primary' : tones[status]} className={className}>
      <StatusShape status={status} className={isFilled ? 'text-on-woad' : undefined} />
      {statusLabels[status]}
    </Badge>
  );
}
