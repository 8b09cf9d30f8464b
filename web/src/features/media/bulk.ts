import { callRoute, isApiError, messageOr, routes, type ApiError } from '#lib/api/index.ts';
import type { PhotoFilter } from '#data/photo-query.ts';
import { patiently } from './patiently.ts';
import { allPhotoIds, deletedPhotoIds } from './photo-ids.ts';
import { mediaTexts } from './texts.ts';

/** What is said afterwards comes in the same file. */
export { sayChanged, sayUndone } from './say-changed.ts';

/** Photos that were chosen: these, everything that matches a filter but some, or all that were deleted. */
export type Choice =
  { ids: readonly string[] } | { filter: PhotoFilter; but: ReadonlySet<string> } | { areDeleted: true };
export type BulkAction =
  | { action: 'delete' }
  | { action: 'move'; albumId: string | null }
  | { action: 'restore' }
  | { action: 'tag'; addTags: string[]; removeTags: string[] };
/** What a photo was before a change; of a deleted one only that it was matters. */
export type Before = { albumId: string | null; tags: readonly string[] };
/** One part of taking a change back. */
export type UndoStep = { ids: readonly string[]; change: BulkAction };
export type BulkFailure = { id: string; code: string; message: string };
export type BulkOutcome = {
  done: number;
  /** What was to be changed and is not there any more; a photo that was to be deleted counts as done. */
  gone: number;
  /** What the changed photos were, for taking it back. */
  before: ReadonlyMap<string, Before>;
  /** What was refused. */
  failed: readonly BulkFailure[];
  /** What was not come to: it was stopped, or there was no answer and `reason` says so. */
  left: readonly string[];
  reason: string | null;
  /** The server would give the same reason again. */
  isRefused: boolean;
};

type End = Pick<BulkOutcome, 'reason' | 'isRefused'>;

/** Hears how many of all are through. */
export type Progress = (through: number, total: number) => void;

/** Photos of one call. A deletion asks first whether posts need them, so fewer of those show how far they are. */
const BATCH = { delete: 25, restore: 25, move: 100, tag: 100 } as const;

async function idsOf(businessId: string, choice: Choice, signal: AbortSignal): Promise<readonly string[]> {
  if ('ids' in choice) {
    return choice.ids;
  }
  if ('areDeleted' in choice) {
    return deletedPhotoIds(businessId, signal);
  }
  const ids = await allPhotoIds(businessId, choice.filter, signal);
  return ids.filter((id) => !choice.but.has(id));
}

/**
 * Changes many photos, some at a time. `onProgress` hears how many are through; what was refused is reported photo by
 * photo. Aborting stops after the call that is on its way, a call without an answer stops it too; `ask` says how often it is sent before.
 */
export async function changePhotos(
  businessId: string,
  choice: Choice,
  change: BulkAction,
  signal: AbortSignal,
  onProgress: Progress,
  ask: typeof patiently = patiently,
): Promise<BulkOutcome> {
  const failed: BulkFailure[] = [];
  const before = new Map<string, Before>();
  let waiting: readonly string[] = [];
  let done = 0;
  let gone = 0;
  try {
    waiting = await idsOf(businessId, choice, signal);
    const total = waiting.length;
    onProgress(0, total);
    while (waiting.length > 0) {
      signal.throwIfAborted();
      const ids = waiting.slice(0, BATCH[change.action]);
      const results = await ask(
        () => callRoute(routes.bulkPhotos, { businessId, body: { ids: [...ids], ...change } }),
        signal,
      );
      // What the server had no time for is sent again, as long as it gets anywhere.
      const late = results.filter(({ error }) => error?.code === 'deadline').map(({ id }) => id);
      const isStuck = late.length === ids.length;
      for (const { id, success, error, before: was } of results) {
        if (was) {
          before.set(id, was);
        }
        const isGone = error?.code === 'not_found';
        if (success || (isGone && change.action === 'delete')) {
          done++;
        } else if (isGone) {
          gone++;
        } else if (error && (isStuck || error.code !== 'deadline')) {
          failed.push({ id, ...error });
        }
      }
      waiting = [...(isStuck ? [] : late), ...waiting.slice(ids.length)];
      onProgress(done + gone + failed.length, total);
    }
    return { done, gone, before, failed, left: [], ...isThrough };
  } catch (error) {
    return { done, gone, before, failed, left: waiting, ...endOf(error, signal) };
  }
}

/** How a change ends that a person stopped, or that nothing did. */
const isThrough: End = { reason: null, isRefused: false };

/** Why a change ended early. */
function endOf(error: unknown, signal: AbortSignal): End {
  if (signal.aborted) {
    return isThrough;
  }
  if (!isApiError(error)) {
    throw error;
  }
  // Photos that are not there are told of one by one.
  const reason = error.code === 'not_found' ? `${mediaTexts.albumGone}.` : messageOr(error, mediaTexts.noAnswer);
  return { reason, isRefused: isRefusal(error) };
}

/** True when the server has refused this very thing. */
function isRefusal(error: unknown): error is ApiError {
  return isApiError(error) && error.status >= 400 && error.status < 500;
}

/** Deletes photos although scheduled posts need them: those posts become drafts. It stops and reports as `changePhotos` does. */
export async function deleteAnyway(
  businessId: string,
  ids: readonly string[],
  signal: AbortSignal,
  onProgress: Progress,
): Promise<BulkOutcome> {
  const failed: BulkFailure[] = [];
  const before = new Map<string, Before>();
  let through = 0;
  const outcome = (end: End): BulkOutcome => ({
    done: through - failed.length,
    gone: 0,
    before,
    failed,
    left: ids.slice(through),
    ...end,
  });
  try {
    for (const id of ids) {
      onProgress(through, ids.length);
      signal.throwIfAborted();
      try {
        await patiently(
          () => callRoute(routes.deletePhoto, { businessId, params: { id }, query: { force: 'true' } }),
          signal,
        );
        before.set(id, { albumId: null, tags: [] });
      } catch (error) {
        if (!isRefusal(error)) {
          throw error;
        }
        if (error.code !== 'not_found') {
          failed.push({ id, code: error.code, message: error.message });
        }
      }
      through++;
    }
    return outcome(isThrough);
  } catch (error) {
    return outcome(endOf(error, signal));
  }
}

/** How a change is taken back: photos that were in one album, or had the same tags, go back together. */
export function undoSteps(change: BulkAction, before: ReadonlyMap<string, Before>): UndoStep[] {
  const backOf = (was: Before): BulkAction | null => {
    switch (change.action) {
      case 'move':
        return was.albumId === change.albumId ? null : { action: 'move', albumId: was.albumId };
      case 'tag': {
        const removeTags = change.addTags.filter((tag) => !was.tags.includes(tag));
        const addTags = change.removeTags.filter((tag) => was.tags.includes(tag));
        return addTags.length + removeTags.length === 0 ? null : { action: 'tag', addTags, removeTags };
      }
      case 'delete':
        return { action: 'restore' };
      case 'restore':
        return null;
    }
  };
  const groups = Map.groupBy(before, ([, was]) => JSON.stringify(backOf(was)));
  return [...groups].flatMap(([key, photos]) => {
    const back = JSON.parse(key) as BulkAction | null;
    return back === null ? [] : [{ ids: photos.map(([id]) => id), change: back }];
  });
}
