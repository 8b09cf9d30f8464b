import { useEffect, type ReactNode } from 'react';
import { messageOr } from '#lib/api/index.ts';
import { texts } from '#lib/texts.ts';
import { useFirstInParts } from '#lib/use-first-in-parts.ts';
import { useOnline } from '#lib/use-online.ts';
import { ErrorState, OfflineState } from '#ui/index.ts';

/** What is read of a query; an answer of `useQuery` fits. */
export type AsyncQuery<T> = {
  data: T | undefined;
  error: Error | null;
  fetchStatus: 'fetching' | 'paused' | 'idle';
  refetch(): unknown;
};

export type AsyncProps<T> = {
  query: AsyncQuery<T>;
  /** Shown while the first answer is on its way: a SkeletonGroup of the final height. */
  skeleton: ReactNode;
  /** Shown when there is nothing yet; left out, the full state shows that as well. */
  empty?: ReactNode;
  /** Whether an answer holds nothing. By default an empty list, or one in `data`. */
  isEmpty?: (data: T) => boolean;
  /** What a failure says when the server gave no sentence of its own. */
  message?: string;
  /** Classes of the offline and the failed state, for those that lie inside a card. */
  className?: string;
  children(data: T): ReactNode;
};

function holdsNothing(data: unknown): boolean {
  const list = Array.isArray(data) ? data : (data as { data?: unknown } | null)?.data;
  return Array.isArray(list) && list.length === 0;
}

/**
 * The states of what is read from the server, in one place: loading, offline, failed, empty, full. An answer that is there
 * stays on screen, whatever becomes of a later read.
 */
export function Async<T>({
  query,
  skeleton,
  empty,
  isEmpty = holdsNothing,
  message = texts.loadFailed,
  className,
  children,
}: AsyncProps<T>) {
  const online = useOnline();
  const { data, error, fetchStatus, refetch } = query;
  const failed = data === undefined && error !== null && fetchStatus !== 'fetching';
  // A read that failed for want of a network is asked again once there is one; a paused one goes on by itself.
  const waits = failed && !online;
  useEffect(() => {
    if (!waits) {
      return undefined;
    }
    const again = () => void refetch();
    addEventListener('online', again, { once: true });
    return () => removeEventListener('online', again);
  }, [waits, refetch]);

  const shown = useFirstInParts(data);
  if (data !== undefined) {
    if (shown === undefined) {
      return skeleton;
    }
    return empty !== undefined && isEmpty(shown) ? empty : children(shown);
  }
  if (fetchStatus === 'paused' || waits) {
    return <OfflineState className={className ?? ''} />;
  }
  if (failed) {
    return (
      <ErrorState className={className ?? ''} message={messageOr(error, message)} onRetry={() => void refetch()} />
    );
  }
  return skeleton;
}
