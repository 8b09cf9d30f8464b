import { asObject, asText } from '../http-call.ts';
import { PlatformError } from '../platform.port.ts';
import type { SavedSteps } from '../platform.port.ts';

/** Most public first. */
const levels = ['PUBLIC_TO_EVERYONE', 'FOLLOWER_OF_CREATOR', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'] as const;
export type PrivacyLevel = (typeof levels)[number];

/** What the creator allows, as `creator_info` said at `at` (ISO instant). */
export interface CreatorStep {
  readonly privacy: PrivacyLevel;
  readonly isCommentOff: boolean;
  readonly at: string;
}

export function creatorOf(steps: SavedSteps): CreatorStep | null {
  const creator = asObject(steps['creator']);
  const privacy = levels.find((level) => level === creator?.['privacy']);
  const at = asText(creator?.['at']);
  return privacy === undefined || at === null
    ? null
    : { privacy, at, isCommentOff: creator?.['isCommentOff'] === true };
}

/** Where TikTok finds the pictures, in the post's order, as media said at `at` (ISO instant). */
export interface PicturesStep {
  readonly urls: readonly string[];
  readonly at: string;
}

export function picturesOf(steps: SavedSteps): PicturesStep | null {
  const pictures = asObject(steps['pictures']);
  const at = asText(pictures?.['at']);
  const urls = Array.isArray(pictures?.['urls'])
    ? (pictures['urls'] as unknown[]).flatMap((url) => asText(url) ?? [])
    : [];
  return at === null || urls.length === 0 ? null : { urls, at };
}

/** TikTok's name for a post that it has taken. */
export function publishIdOf(steps: SavedSteps): string | null {
  return asText(steps['publishId']);
}

/**
 * The audience of a post: the installation's setting, else the widest that the creator's own settings offer (for a private account its
 * followers). @throws {PlatformError} when the configured audience is not offered, or none is
 */
export function privacyFor(options: unknown, wanted: PrivacyLevel | null): PrivacyLevel {
  const offered = Array.isArray(options) ? (options as unknown[]) : [];
  const level = levels.find((one) => offered.includes(one) && (wanted === null || one === wanted));
  if (level !== undefined) {
    return level;
  }
  throw new PlatformError({
    kind: 'restricted',
    code: 'privacy_not_offered',
    message:
      'TikTok does not offer the audience that posts shall have for this account. Check its privacy settings in the TikTok app, then retry.',
  });
}
