import type { Platform, Post, PostStatus } from '@postloom/contracts';
import type { PostContent } from './post-content.ts';
import { hasEnded, postStatus } from './post-status.ts';
import type { TargetState } from './post-status.ts';

export interface StoredError {
  readonly code: string;
  readonly message: string;
}

/** One post on one platform, as stored. `round` grows with every retry; (id, round) identifies one job of the publisher. */
export interface Target {
  readonly id: string;
  readonly platform: Platform;
  readonly accountId: string | null;
  readonly state: TargetState;
  readonly round: number;
  readonly dueAt: Date | null;
  readonly attempts: number;
  /** Version of the publisher's last event that was applied, within this round. */
  readonly eventVersion: number;
  readonly remoteId: string | null;
  readonly permalink: string | null;
  /** Why it ended badly, or why it waits. */
  readonly error: StoredError | null;
  /** The platform blocks all calls until then; only while the publisher waits for it. */
  readonly delayedUntil: Date | null;
  readonly publishedAt: Date | null;
  /** Marked as published by a person's resolution: there is no remote id. */
  readonly isByResolution: boolean;
}

/** A post with its targets, in the order of the chosen platforms. Never changed in place: rules create new ones. */
export interface PostRecord extends PostContent {
  readonly id: string;
  readonly businessId: string;
  readonly payerId: string;
  readonly authorId: string | null;
  readonly photoIds: readonly string[];
  readonly status: PostStatus;
  readonly source: Post['source'];
  readonly dueAt: Date | null;
  /** The zone in which `dueAt` was chosen; null without a date. */
  readonly timeZone: string | null;
  /** Since when it is charged to its payer's month; null once the charge was refunded. */
  readonly chargedAt: Date | null;
  readonly settledAt: Date | null;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly targets: readonly Target[];
  /** Findings of the last check against the platforms' rules; null or absent: none. */
  readonly preflight?: PreflightCounts | null;
}

export interface PreflightCounts {
  readonly errors: number;
  readonly warnings: number;
}

/** The same post with other targets, from which status and end are derived. */
export function withTargets(post: PostRecord, targets: readonly Target[], now: Date): PostRecord {
  const status = postStatus(targets.map((target) => target.state));
  return { ...post, targets, status, settledAt: hasEnded(status) ? (post.settledAt ?? now) : null };
}

/** A target's fields at the start of its next round. */
export function nextRound(target: Target): Pick<Target, 'round' | 'eventVersion' | 'attempts' | 'error'> {
  return { round: target.round + 1, eventVersion: 0, attempts: 0, error: null };
}

/** The caption that this platform will show. */
export function captionFor(post: Pick<PostRecord, 'caption' | 'captionByPlatform'>, platform: Platform): string {
  return post.captionByPlatform?.[platform] ?? post.caption;
}

/** The photos that this platform will show, in order. */
export function photosFor(
  post: Pick<PostRecord, 'photoIds' | 'photoIdsByPlatform'>,
  platform: Platform,
): readonly string[] {
  return post.photoIdsByPlatform?.[platform] ?? post.photoIds;
}

/** Every photo that the post shows anywhere, the shared ones first. */
export function everyPhotoOf(post: Pick<PostRecord, 'photoIds' | 'photoIdsByPlatform'>): readonly string[] {
  return [...new Set([...post.photoIds, ...Object.values(post.photoIdsByPlatform ?? {}).flat()])];
}

/** What is left of photos for single platforms; a platform of which none is left shows the shared ones. */
export function ownPhotosLeft(
  { photoIdsByPlatform }: Pick<PostRecord, 'photoIdsByPlatform'>,
  isLeft: (photoId: string) => boolean,
): PostRecord['photoIdsByPlatform'] {
  const left = (Object.entries(photoIdsByPlatform ?? {}) as [Platform, readonly string[]][])
    .map(([platform, ids]) => [platform, ids.filter(isLeft)] as const)
    .filter(([, ids]) => ids.length > 0);
  return left.length > 0 ? Object.fromEntries(left) : null;
}
