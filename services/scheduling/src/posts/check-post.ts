import { AppError, centredCrop, checkForPlatform, platformRules, postMessages } from '@postloom/contracts';
import type { ErrorDetail, Platform, PlatformCheck, PreflightFinding } from '@postloom/contracts';
import type { KnownFacts, PhotoSize } from '../facts/index.ts';
import { captionFor, photosFor } from './post.ts';
import type { PostRecord, PreflightCounts } from './post.ts';

/** The posts around a post on one platform (see `NearbyPostsRepository`). */
export interface Nearby {
  readonly platform: Platform;
  readonly hasTwin: boolean;
  readonly others: number;
}

/** A post, saved or not, as far as the platforms' rules concern it. */
export type Checkable = Pick<
  PostRecord,
  'caption' | 'captionByPlatform' | 'photoIds' | 'photoIdsByPlatform' | 'dueAt'
> & {
  readonly platforms: readonly Platform[];
  readonly isToGoOut: boolean;
  /** The accounts that scheduled targets go to; a platform without one goes to the account connected. */
  readonly accountIds?: Partial<Record<Platform, string>>;
};

/** Long edge of the JPEG that media sends to platforms; at this size even noise stays below 3.3 MB, so no byte limit is met. */
const SENT_EDGE = 2_048;

export function checkable(post: PostRecord): Checkable {
  const own = post.targets.flatMap(({ platform, accountId, state }) =>
    state === 'scheduled' && accountId !== null ? [[platform, accountId] as const] : [],
  );
  return {
    ...post,
    platforms: post.targets.map(({ platform }) => platform),
    isToGoOut: post.status === 'scheduled',
    accountIds: Object.fromEntries(own),
  };
}

/** What each chosen platform would report about the post. */
export function checkPost(post: Checkable, facts: KnownFacts, nearby: readonly Nearby[]): PlatformCheck[] {
  return post.platforms.map((platform) => {
    const photoIds = photosFor(post, platform);
    const inOrder = photoIds.flatMap((id) => facts.photos?.find((photo) => photo.id === id) ?? []);
    const missingPhotoIds = photoIds.filter((id) => !facts.photoIds.includes(id));
    const around = nearby.find((one) => one.platform === platform);
    const check = checkForPlatform({
      platform,
      caption: captionFor(post, platform),
      photos: inOrder.map(asSent),
      missingPhotoIds,
      account: accountState(platform, post, facts),
      hasTwin: around?.hasTwin ?? false,
      others: around?.others ?? 0,
    });
    const errors = check.errors.map((finding) => withStoredCrop(platform, finding, inOrder));
    const warnings = check.warnings.map((finding) => withStoredCrop(platform, finding, inOrder));
    const lacksPhoto = post.isToGoOut && photoIds.length === 0 && platformRules[platform].textOnly;
    return { platform, errors: lacksPhoto ? [...errors, photoRequired] : errors, warnings };
  });
}

/** Photos are required to schedule, even for platforms that accept text alone. */
const photoRequired: PreflightFinding = {
  ...{ rule: 'photo_missing', message: postMessages.photoRequired, found: 0, allowed: 1, photoId: null, fix: null },
};

export function countFindings(checks: readonly PlatformCheck[]): PreflightCounts | null {
  const errors = checks.reduce((sum, check) => sum + check.errors.length, 0);
  const warnings = checks.reduce((sum, check) => sum + check.warnings.length, 0);
  return errors + warnings === 0 ? null : { errors, warnings };
}

/** Refused by rules of their own, with their own sentences. */
const refusedElsewhere = new Set(['account', 'photo_missing', 'caption_length']);

/**
 * What a platform would certainly refuse is not saved as scheduled; a draft, which may still be worked on, is only refused for more photos
 * than a platform accepts. @throws AppError validation_failed, the first finding as its sentence
 */
export function refuseWhatPlatformsRefuse(post: Checkable, checks: readonly PlatformCheck[]): void {
  const details = checks.flatMap(({ platform, errors }) =>
    errors
      .filter(({ rule }) => (post.isToGoOut ? !refusedElsewhere.has(rule) : rule === 'photo_count'))
      .map(({ rule, message }): ErrorDetail => ({ path: pathOf(rule, platform, post), message })),
  );
  const [first] = details;
  if (first !== undefined) {
    throw new AppError('validation_failed', first.message, { details });
  }
}

function pathOf(rule: string, platform: Platform, post: Checkable): string {
  if (rule.startsWith('photo')) {
    return photosFor(post, platform).length > 1 ? 'photoIds' : 'photoId';
  }
  return post.captionByPlatform?.[platform] === undefined ? 'caption' : `captionByPlatform.${platform}`;
}

function accountState(
  platform: Platform,
  { dueAt, accountIds }: Pick<Checkable, 'dueAt' | 'accountIds'>,
  facts: KnownFacts,
): 'connected' | 'expiring' | 'broken' | 'none' {
  const account = facts.accounts.find((one) => one.platform === platform);
  if (account === undefined) {
    return facts.waiting?.some((one) => one.platform === platform) ? 'broken' : 'none';
  }
  const own = accountIds?.[platform];
  if (own !== undefined && facts.accounts.every(({ accountId }) => accountId !== own)) {
    return 'broken';
  }
  const { expiresAt } = account;
  if (expiresAt === undefined || expiresAt === null) {
    return 'connected';
  }
  return new Date(expiresAt) < (dueAt ?? facts.now) ? 'expiring' : 'connected';
}

/** Media sends a JPEG without metadata, scaled down when it is large. */
function asSent({ id, width, height }: PhotoSize) {
  const factor = width === null || height === null ? 1 : Math.min(1, SENT_EDGE / Math.max(width, height));
  const scaled = (side: number | null) => (side === null ? null : Math.max(1, Math.round(side * factor)));
  return { id, width: scaled(width), height: scaled(height), mimeType: 'image/jpeg', bytes: null };
}

/** A crop applies to the stored picture, not to the one that is sent. */
function withStoredCrop(platform: Platform, finding: PreflightFinding, photos: readonly PhotoSize[]): PreflightFinding {
  const { fix } = finding;
  const { aspect } = platformRules[platform];
  if (fix?.kind !== 'crop' || aspect === null) {
    return finding;
  }
  const stored = photos.find(({ id }) => id === fix.photoId);
  if (!stored?.width || !stored.height) {
    return finding;
  }
  return { ...finding, fix: { ...fix, crop: centredCrop({ width: stored.width, height: stored.height }, aspect) } };
}
