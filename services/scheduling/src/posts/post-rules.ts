import { AppError, captionLength, platformRules, postMessages } from '@postloom/contracts';
import type { ErrorDetail, Platform } from '@postloom/contracts';
import type { KnownFacts } from '../facts/index.ts';
import { captionFor, photosFor } from './post.ts';
import type { PostRecord, Target } from './post.ts';

/** A time up to this far in the past still means "now": forms and clocks differ by seconds. */
export const PAST_TOLERANCE_MS = 60_000;

/** The business's account that a platform's post goes to. */
export interface ConnectedAccount {
  readonly platform: Platform;
  readonly accountId: string;
}

/** A post is scheduled only when the person asked for it and gave a date; otherwise it is a draft. */
export function wantedStatus(asked: 'draft' | 'scheduled', dueAt: Date | null): 'draft' | 'scheduled' {
  return asked === 'scheduled' && dueAt !== null ? 'scheduled' : 'draft';
}

/** @throws AppError invalid_date */
export function refusePast(dueAt: Date, now: Date): void {
  if (dueAt.getTime() < now.getTime() - PAST_TOLERANCE_MS) {
    throw new AppError('invalid_date', undefined, {
      details: [{ path: 'scheduledFor', message: postMessages.inThePast }],
    });
  }
}

/** One sentence per platform whose limit the caption exceeds, with the actual and the allowed length. */
export function captionProblems(
  post: Pick<PostRecord, 'caption' | 'captionByPlatform'>,
  platforms: readonly Platform[],
): ErrorDetail[] {
  // A caption written for a platform is checked even while that platform is not chosen: it would be sent as soon as it is.
  const written = Object.keys(post.captionByPlatform ?? {}) as Platform[];
  return [...new Set([...platforms, ...written])].flatMap((platform) => {
    const rules = platformRules[platform];
    const length = captionLength(platform, captionFor(post, platform));
    if (length <= rules.captionLimit) {
      return [];
    }
    return [
      {
        path: post.captionByPlatform?.[platform] === undefined ? 'caption' : `captionByPlatform.${platform}`,
        message: postMessages.captionTooLong(rules.name, length, rules.captionLimit),
      },
    ];
  });
}

/** @throws AppError validation_failed, the first problem as its sentence */
export function refuseLongCaption(
  post: Pick<PostRecord, 'caption' | 'captionByPlatform'>,
  platforms: readonly Platform[],
): void {
  refuse(captionProblems(post, platforms));
}

/** A draft of a recurring schedule may be empty. @throws AppError validation_failed 'Please enter a caption for your post.' */
export function refuseNoCaption({ caption }: Pick<PostRecord, 'caption'>): void {
  if (caption === '') {
    refuse([{ path: 'caption', message: postMessages.captionRequired }]);
  }
}

/** @throws AppError validation_failed 'Please select a photo to schedule.' */
export function refuseNoPhoto(photoIds: readonly string[]): void {
  if (photoIds.length === 0) {
    refuse([{ path: 'photoId', message: postMessages.photoRequired }]);
  }
}

/** The chosen platforms on which the business has no usable account, in the order chosen. */
export function unconnected(platforms: readonly Platform[], accounts: readonly ConnectedAccount[]): Platform[] {
  return platforms.filter((platform) => !accounts.some((account) => account.platform === platform));
}

/** Where posts may be scheduled to: usable accounts first, then those that wait to be reconnected. */
export function schedulable({ accounts, waiting = [] }: Pick<KnownFacts, 'accounts' | 'waiting'>): ConnectedAccount[] {
  return [...accounts, ...waiting];
}

/** @throws AppError validation_failed 'Please connect your {platforms} account(s) first.' */
export function refuseUnconnected(platforms: readonly Platform[], accounts: readonly ConnectedAccount[]): void {
  const missing = unconnected(platforms, accounts).map((platform) => platformRules[platform].name);
  if (missing.length > 0) {
    refuse([{ path: 'platforms', message: postMessages.notConnected(missing.join(', ')) }]);
  }
}

/** The account that gets the post; the one connected longest when a platform has several. */
export function accountOn(platform: Platform, accounts: readonly ConnectedAccount[]): string | null {
  return accounts.find((account) => account.platform === platform)?.accountId ?? null;
}

/**
 * Where a target goes. What is scheduled stays with its account until a person decides otherwise for all posts of that account; a
 * draft, and what failed, goes to the account it was chosen for, its replacement, or the old one while there is none.
 */
export function accountAfter(target: Target, accounts: readonly ConnectedAccount[]): string | null {
  if (target.state === 'scheduled' && target.accountId !== null) {
    return target.accountId;
  }
  const isStillThere = accounts.some(({ accountId }) => accountId === target.accountId);
  return isStillThere ? target.accountId : (accountOn(target.platform, accounts) ?? target.accountId);
}

/**
 * What keeps a post from being sent to these platforms, whoever asks and why. @throws AppError not_found (the business is gone),
 * validation_failed: caption too long or missing, photo missing or deleted, account not connected
 */
export function refuseUnsendable(post: PostRecord, platforms: readonly Platform[], facts: KnownFacts): void {
  if (facts.business === null || facts.business.isDeleted) {
    throw new AppError('not_found');
  }
  refuseLongCaption(post, platforms);
  refuseNoCaption(post);
  for (const platform of platforms) {
    const photoIds = photosFor(post, platform);
    refuseNoPhoto(photoIds.every((id) => facts.photoIds.includes(id)) ? photoIds : []);
  }
  refuseUnconnected(platforms, facts.accounts);
}

function refuse(details: ErrorDetail[]): void {
  const [first] = details;
  if (first !== undefined) {
    throw new AppError('validation_failed', first.message, { details });
  }
}
