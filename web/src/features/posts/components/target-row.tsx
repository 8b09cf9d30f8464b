import type { PostTarget } from '@postloom/contracts';
import { ExternalLink } from 'lucide-react';
import { platformRules } from '#lib/contract-data.ts';
import { formatInstant } from '#lib/format.ts';
import { plural } from '#lib/words.ts';
import { PlatformGlyph, Spinner, StatusShape } from '#ui/index.ts';
import { delayedUntilOf, targetLabels } from '#data/post-state.ts';
import { ResolvePanel } from './resolve-panel.tsx';

const shapes = {
  pending: 'scheduled',
  published: 'published',
  failed: 'failed',
  needs_attention: 'attention',
} as const;

export type TargetRowProps = {
  postId: string;
  target: PostTarget;
  draft: boolean;
  timeZone: string;
  /** The platform's own caption, when it has one. */
  caption: string | undefined;
};

/** What happens with the post on one platform. */
export function TargetRow({ postId, target, draft, timeZone, caption }: TargetRowProps) {
  const { name, longName } = platformRules[target.platform];
  const delayedUntil = delayedUntilOf(target);
  const asDraft = draft && target.status === 'pending';
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 rounded-control border border-line px-4 py-2.5">
      <span className="flex items-center gap-2 text-sm font-semibold">
        <PlatformGlyph platform={target.platform} />
        {longName}
      </span>
      <span role="status" className="flex items-center gap-1.5 text-sm text-muted">
        {target.status === 'publishing' ? (
          <Spinner className="size-3 text-woad" />
        ) : (
          <StatusShape status={asDraft ? 'draft' : shapes[target.status]} />
        )}
        {asDraft ? 'Not scheduled' : targetLabels[target.status]}
      </span>
      {target.publishedAt ? (
        <time dateTime={target.publishedAt} className="text-sm text-muted tabular">
          {formatInstant(target.publishedAt, timeZone)}
        </time>
      ) : null}
      {target.attempts > 1 || (delayedUntil && target.attempts > 0) ? (
        <span className="text-xs text-muted">{plural(target.attempts, 'attempt')}</span>
      ) : null}
      {target.permalink ? (
        <a
          href={target.permalink}
          target="_blank"
          rel="noopener noreferrer"
          className="ml-auto inline-flex min-h-6 items-center gap-1.5 rounded-sm text-sm font-semibold text-woad hover:underline"
        >
          View on {name}
          <ExternalLink className="size-3.5" aria-hidden="true" />
          <span className="sr-only">(opens a new tab)</span>
        </a>
      ) : null}
      {delayedUntil ? (
        <p className="w-full text-sm text-weld">
          Not out yet. Next try: <time dateTime={delayedUntil}>{formatInstant(delayedUntil, timeZone)}</time>
        </p>
      ) : null}
      {target.error ? (
        <p className={`w-full text-sm ${target.status === 'failed' ? 'text-madder' : 'text-muted'}`}>
          {target.error.message}
        </p>
      ) : null}
      {caption !== undefined ? (
        <details className="w-full text-sm">
          <summary className="min-h-6 cursor-pointer font-semibold text-muted">Own caption</summary>
          <p className="pt-1 break-words whitespace-pre-wrap">{caption}</p>
        </details>
      ) : null}
      {target.status === 'needs_attention' ? <ResolvePanel postId={postId} platform={target.platform} /> : null}
    </li>
  );
}
