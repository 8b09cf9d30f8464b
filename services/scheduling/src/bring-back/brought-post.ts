import type { ExportRow, Platform, PostTarget } from '@postloom/contracts';
import type { KnownFacts } from '../facts/index.ts';
import { hasEnded } from '../posts/index.ts';
import type { PostRecord, Target } from '../posts/index.ts';

/** How a row of an export comes back, and what the person is told about a difference. */
export interface ComingBack {
  readonly post: PostRecord;
  /** It may still go out, so it counts in the month of its payer. */
  readonly isCharged: boolean;
  readonly note: string | null;
}

interface Owner {
  readonly businessId: string;
  readonly payerId: string;
  readonly userId: string;
}

const notes = {
  photosLeft: 'Some of its photos are not here.',
  connect: (platforms: string) => `It is a draft: connect ${platforms} again, then schedule it.`,
  late: 'It is a draft: its time has passed.',
  noPhotos: 'It is a draft: none of its photos is here.',
  unproven: 'It is a draft: the export does not say when it was published. Look at your platforms before you send it.',
  unsettled: 'It is a draft: it was being sent when the export was made. Look at your platforms before you send it.',
} as const;

/** More than a platform is ever tried; the number comes from outside. */
const MOST_ATTEMPTS = 1_000;

/**
 * The rule of what a post may become: history stays history and is never sent again; whatever could still go out becomes a draft, unless its
 * time is ahead and every platform is connected. Nothing here is ever due.
 */
export function comingBack(
  row: ExportRow<'posts'>,
  owner: Owner,
  { now, business, accounts, photoIds: known }: KnownFacts,
  newId: () => string,
  named: (platforms: readonly Platform[]) => string,
): ComingBack {
  const here = row.photoIds.filter((id) => known.includes(id));
  const at = row.scheduledFor === null ? null : new Date(row.scheduledFor);
  const ended = row.targets.filter(isOver);
  const isHistory =
    hasEnded(row.status) &&
    at !== null &&
    at <= now &&
    row.photoIds.length > 0 &&
    ended.length > 0 &&
    ended.length === row.targets.length;
  // Some of it is public or may be, and the rest was still to come: sent again as a whole, it would be there twice.
  const isUnsettled = row.targets.some(
    ({ status: state }) =>
      state === 'publishing' || state === 'needs_attention' || (state === 'published' && !hasEnded(row.status)),
  );
  // History is what it was, also where a photo of it is gone.
  const photoIds = isHistory ? row.photoIds : here;
  const missing = row.platforms.filter((platform) => !accounts.some((account) => account.platform === platform));
  const isAhead = at !== null && at > now;
  const isScheduled =
    row.status === 'scheduled' && isAhead && missing.length === 0 && photoIds.length > 0 && !isUnsettled;
  const status = isHistory ? row.status : isScheduled ? 'scheduled' : 'draft';
  const dueAt = isHistory || isAhead ? at : null;
  const targets = isHistory
    ? row.targets.map((target) => historyTarget(target, newId(), at))
    : row.platforms.map((platform) =>
        plannedTarget(platform, newId(), isScheduled ? 'scheduled' : 'draft', dueAt, accounts),
      );
  const post: PostRecord = {
    ...{ id: row.id, businessId: owner.businessId, payerId: owner.payerId, authorId: owner.userId },
    ...{ caption: row.caption, captionByPlatform: row.captionByPlatform, photoIds, status, source: 'import', dueAt },
    photoIdsByPlatform: isHistory ? (row.photoIdsByPlatform ?? null) : ownPhotos(row.photoIdsByPlatform, known),
    timeZone: dueAt === null ? null : (business?.timeZone ?? 'UTC'),
    chargedAt: isHistory ? null : now,
    settledAt: isHistory ? (at ?? now) : null,
    ...{ version: 1, createdAt: earlier(new Date(row.createdAt), now), updatedAt: now, targets },
  };
  return { post, isCharged: !isHistory, note: noteOf() };

  function noteOf(): string | null {
    if (isUnsettled) {
      return notes.unsettled;
    }
    if (isHistory || isScheduled || row.status === 'draft') {
      return here.length < row.photoIds.length ? notes.photosLeft : null;
    }
    if (hasEnded(row.status)) {
      return notes.unproven;
    }
    if (photoIds.length === 0) {
      return notes.noPhotos;
    }
    return isAhead && missing.length > 0 ? notes.connect(named(missing)) : notes.late;
  }
}

function isOver({ status, publishedAt }: PostTarget): boolean {
  return status === 'failed' || (status === 'published' && publishedAt !== null);
}

/** By the person's word: what the platform called it is known nowhere any more, so nothing can be sent under that name. */
function historyTarget(
  { platform, status, permalink, error, attempts, publishedAt }: PostTarget,
  id: string,
  dueAt: Date,
): Target {
  const isPublished = status === 'published';
  return {
    ...{ id, platform, accountId: null, state: isPublished ? 'published' : 'failed', round: 1, dueAt },
    ...{
      attempts: Math.min(Math.max(attempts, 0), MOST_ATTEMPTS),
      eventVersion: 0,
      remoteId: null,
      permalink: isPublished && isWebAddress(permalink) ? permalink : null,
    },
    error: isPublished ? null : (error ?? { code: 'unknown', message: 'It was not published.' }),
    ...{
      delayedUntil: null,
      publishedAt: isPublished ? new Date(publishedAt ?? dueAt) : null,
      isByResolution: isPublished,
    },
  };
}

/** A link of a stranger's file: pages show it to click on. */
function isWebAddress(text: string | null): boolean {
  return /^https?:\/\//.test(text ?? '') && URL.canParse(text ?? '');
}

function plannedTarget(
  platform: Platform,
  id: string,
  state: 'draft' | 'scheduled',
  dueAt: Date | null,
  accounts: KnownFacts['accounts'],
): Target {
  return {
    ...{ id, platform, accountId: accounts.find((account) => account.platform === platform)?.accountId ?? null, state },
    ...{ round: 1, dueAt, attempts: 0, eventVersion: 0, remoteId: null, permalink: null, error: null },
    ...{ delayedUntil: null, publishedAt: null, isByResolution: false },
  };
}

function ownPhotos(
  byPlatform: ExportRow<'posts'>['photoIdsByPlatform'],
  known: readonly string[],
): PostRecord['photoIdsByPlatform'] {
  const left = (Object.entries(byPlatform ?? {}) as [Platform, readonly string[]][])
    .map(([platform, ids]) => [platform, ids.filter((id) => known.includes(id))] as const)
    .filter(([, ids]) => ids.length > 0);
  return left.length === 0 ? null : Object.fromEntries(left);
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}
