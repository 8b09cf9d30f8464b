import { callRoute, isApiError, messageOr, routes, type Page } from '#lib/api/index.ts';
import type { PhotoFilter } from '#data/photos.ts';
import type { Photo } from '@postloom/contracts';

/** Photos that were chosen: these, or everything that matches a filter but some. */
export type Choice = { ids: readonly string[] } | { filter: PhotoFilter; but: ReadonlySet<string> };
export type BulkAction = { action: 'delete' } | { action: 'move'; albumId: string | null };
export type BulkFailure = { id: string; code: string; message: string };
export type BulkOutcome = {
  done: number;
  /** What was refused. */
  failed: readonly BulkFailure[];
  /** What was not come to: it was stopped, or there was no answer and `reason` says so. */
  left: readonly string[];
  reason: string | null;
};

const NO_ANSWER = 'There was no answer. Please check your connection.';

/** Photos of one call. A deletion asks first whether posts need them, so fewer of those show how far they are. */
const BATCH = { delete: 25, move: 100 } as const;
const PAGE = 100;

async function patiently<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isApiError(error) || error.status !== 429) {
        throw error;
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, (error.retryAfter ?? 1) * 1000);
        signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
      });
      signal.throwIfAborted();
    }
  }
}

async function idsOf(businessId: string, choice: Choice, signal: AbortSignal): Promise<readonly string[]> {
  if ('ids' in choice) {
    return choice.ids;
  }
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const query = { ...choice.filter, limit: PAGE, ...(cursor === null ? {} : { cursor }) };
    const page = (await patiently(
      () => callRoute(routes.photos, { businessId, query, signal }),
      signal,
    )) as Page<Photo>;
    ids.push(...page.data.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return ids.filter((id) => !choice.but.has(id));
}

/**
 * Moves or deletes many photos, some at a time. `onProgress` hears how many are through; what was refused is reported photo by
 * photo. Aborting stops after the call that is on its way, a call without an answer stops it too.
 */
export async function changePhotos(
  businessId: string,
  choice: Choice,
  change: BulkAction,
  signal: AbortSignal,
  onProgress: (through: number, total: number) => void,
): Promise<BulkOutcome> {
  const failed: BulkFailure[] = [];
  let waiting: readonly string[] = [];
  let done = 0;
  try {
    waiting = await idsOf(businessId, choice, signal);
    const total = waiting.length;
    onProgress(0, total);
    while (waiting.length > 0) {
      signal.throwIfAborted();
      const ids = waiting.slice(0, BATCH[change.action]);
      const results = await patiently(
        () => callRoute(routes.bulkPhotos, { businessId, body: { ids: [...ids], ...change } }),
        signal,
      );
      // What the server had no time for is sent again, as long as it gets anywhere.
      const late = results.filter(({ error }) => error?.code === 'deadline').map(({ id }) => id);
      const isStuck = late.length === ids.length;
      for (const { id, success, error } of results) {
        if (success || error?.code === 'not_found') {
          done++;
        } else if (error && (isStuck || error.code !== 'deadline')) {
          failed.push({ id, ...error });
        }
      }
      waiting = [...(isStuck ? [] : late), ...waiting.slice(ids.length)];
      onProgress(done + failed.length, total);
    }
    return { done, failed, left: [], reason: null };
  } catch (error) {
    if (signal.aborted) {
      return { done, failed, left: waiting, reason: null };
    }
    if (!isApiError(error)) {
      throw error;
    }
    return { done, failed, left: waiting, reason: messageOr(error, NO_ANSWER) };
  }
}

/** Deletes photos although scheduled posts need them: those posts become drafts. */
export async function deleteAnyway(businessId: string, ids: readonly string[]): Promise<BulkOutcome> {
  const failed: BulkFailure[] = [];
  for (const id of ids) {
    try {
      await callRoute(routes.deletePhoto, { businessId, params: { id }, query: { force: 'true' } });
    } catch (error) {
      if (!isApiError(error)) {
        throw error;
      }
      if (error.code !== 'not_found') {
        failed.push({ id, code: error.code, message: messageOr(error, NO_ANSWER) });
      }
    }
  }
  return { done: ids.length - failed.length, failed, left: [], reason: null };
}
