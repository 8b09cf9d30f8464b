import { z } from 'zod';
import {
  ById,
  defineEvent,
  defineRpc,
  Empty,
  Id,
  Ids,
  IdsInAddress,
  Instant,
  listOf,
  LocalDate,
  Ok,
  PageQuery,
  text,
} from '../kernel/index.ts';
import { MetricUsage } from '../identity/schemas.ts';
import { UsageHistory } from '../plans/index.ts';
import { Platform } from '../platforms/index.ts';
import { postMessages } from './messages.ts';
import { Occurrence } from './recurring.ts';

/** A post's own status; what happens on each platform is in `targets[].status`. */
export const PostStatus = z.enum(['draft', 'scheduled', 'published', 'failed']);
export type PostStatus = z.infer<typeof PostStatus>;

export const TargetStatus = z.enum(['pending', 'publishing', 'published', 'failed', 'needs_attention']);
export type TargetStatus = z.infer<typeof TargetStatus>;

export const PostSource = z.enum(['manual', 'recurring', 'import', 'api', 'template']);

/** Why a target ended badly or waits: a code for programs, a sentence for the person. */
export const TargetError = z.object({ code: z.string(), message: z.string() });

export const PostTarget = z.object({
  platform: Platform,
  accountId: Id.nullable(),
  status: TargetStatus,
  permalink: z.string().nullable(),
  error: TargetError.nullable(),
  attempts: z.number().int(),
  publishedAt: Instant.nullable(),
  /** The next attempt: after a failed one, or when a rate limit or quota of the platform ends. Only while the target waits for it. */
  delayedUntil: Instant.nullable().optional(),
});
export type PostTarget = z.infer<typeof PostTarget>;

export const CaptionByPlatform = z.partialRecord(Platform, z.string());
export const PhotoIdsByPlatform = z.partialRecord(Platform, z.array(Id));

export const Post = z.object({
  id: Id,
  caption: z.string(),
  captionByPlatform: CaptionByPlatform.nullable(),
  platforms: z.array(Platform),
  status: PostStatus,
  scheduledFor: Instant.nullable(),
  photoId: Id.nullable(),
  photoIds: z.array(Id),
  /** What a platform gets instead of `photoIds`; absent: every platform gets those. */
  photoIdsByPlatform: PhotoIdsByPlatform.optional(),
  targets: z.array(PostTarget),
  /** Number of findings of the last check against the platforms' rules; absent: none. */
  preflight: z.object({ errors: z.number().int(), warnings: z.number().int() }).optional(),
  source: PostSource,
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
});
export type Post = z.infer<typeof Post>;

export const HistoryEntry = z.object({
  at: Instant,
  /** 'person', 'schedule' or 'system'. */
  actor: z.enum(['person', 'schedule', 'system']),
  /** The person who asks did it. */
  isYou: z.boolean().optional(),
  what: z.string(),
  platform: Platform.nullable(),
});
export const PostWithHistory = Post.extend({ history: z.array(HistoryEntry) });
export type PostWithHistory = z.infer<typeof PostWithHistory>;

const Caption = text(63_206, { required: postMessages.captionRequired });
/** Duplicates are removed; at least one. */
const Platforms = z
  .array(Platform, { error: postMessages.platformRequired })
  .min(1, postMessages.platformRequired)
  .max(50)
  .transform((chosen) => [...new Set(chosen)]);
/** Not before 2000 and not after 2100, so that a typing error is refused and not stored. */
export const ScheduledFor = Instant.refine((value) => {
  const year = new Date(value).getUTCFullYear();
  return year >= 2000 && year <= 2100;
}, postMessages.inThePast);

const PhotoIds = z
  .array(Id)
  .max(35)
  .transform((ids) => [...new Set(ids)]);

const PostFields = {
  caption: Caption,
  captionByPlatform: z.partialRecord(Platform, Caption).nullable().optional(),
  platforms: Platforms,
  status: z.enum(['draft', 'scheduled']),
  scheduledFor: ScheduledFor.nullable(),
  photoId: Id.nullable(),
  /** Several pictures in order; the first is `photoId`, which may then be omitted. */
  photoIds: PhotoIds.optional(),
};

/** POST /api/posts. A post without `scheduledFor` is a draft whatever `status` says; a photo is required to schedule. */
export const PostInput = z.strictObject({
  ...PostFields,
  status: PostFields.status.default('draft'),
  scheduledFor: PostFields.scheduledFor.default(null),
  photoId: PostFields.photoId.default(null),
});
export type PostInput = z.input<typeof PostInput>;

/** PUT /api/posts/{id}: any of the fields, and the version the person saw. */
export const PostChanges = z.strictObject({
  caption: PostFields.caption.optional(),
  captionByPlatform: PostFields.captionByPlatform,
  platforms: PostFields.platforms.optional(),
  status: PostFields.status.optional(),
  scheduledFor: PostFields.scheduledFor.optional(),
  photoId: PostFields.photoId.optional(),
  photoIds: PostFields.photoIds,
  version: z.number().int().positive(),
});

/**
 * PUT /api/posts/{id}/targets/{platform}: the caption and the pictures of one platform, whatever became of the others. `null` gives back
 * the shared ones. `retry`: what failed there is sent again at once.
 */
export const TargetChanges = z.strictObject({
  caption: Caption.nullable().optional(),
  photoIds: PhotoIds.refine((ids) => ids.length > 0, postMessages.photoRequired)
    .nullable()
    .optional(),
  retry: z.boolean().default(false),
  version: z.number().int().positive(),
});

/** Which posts, newest first. */
export const PostFilter = PageQuery.extend({
  /** These alone, whatever page they are on; unknown or foreign ids are left out. */
  ids: Ids.optional(),
  status: PostStatus.optional(),
  from: Instant.optional(),
  to: Instant.optional(),
  /** Posts that were published or failed since this instant, whenever they were due. */
  settledFrom: Instant.optional(),
  platform: Platform.optional(),
  /** Posts that show this photo, on all of their platforms or on one. */
  photoId: Id.optional(),
  search: text(200).optional(),
});

/** The same in an address. */
export const PostQuery = PostFilter.extend({ ids: IdsInAddress.optional() });

export const PostStats = z.object({
  totalPhotos: z.number().int(),
  scheduledPosts: z.number().int(),
  postsThisMonth: z.number().int(),
  /** Percentage; 0 until platforms have reported figures. */
  engagementRate: z.number(),
});
export type PostStats = z.infer<typeof PostStats>;

/** `from` and `to` are calendar days of the business's zone, `to` inclusive; at most 62 days. */
export const CalendarQuery = z.strictObject({ from: LocalDate, to: LocalDate });
export const Calendar = z.object({
  timeZone: z.string(),
  posts: z.array(Post),
  /** Upcoming occurrences of recurring schedules that have no post yet; computed, soonest first. */
  occurrences: z.array(Occurrence).optional(),
  /** The range holds more posts than one answer carries (some 1,000); the latest ones are omitted. */
  truncated: z.boolean().optional(),
});

export const schedulingRpc = {
  postCreate: defineRpc('rpc.scheduling.post.create.v1', {
    input: PostInput,
    output: Post,
    errors: ['upgrade_required', 'not_found', 'invalid_date', 'idempotency_mismatch', 'conflict'],
    keyed: true,
  }),
  postUpdate: defineRpc('rpc.scheduling.post.update.v1', {
    input: z.strictObject({ id: Id, changes: PostChanges }),
    output: Post,
    errors: ['not_found', 'version_conflict', 'publishing', 'invalid_date', 'upgrade_required'],
  }),
  targetUpdate: defineRpc('rpc.scheduling.target.update.v1', {
    input: z.strictObject({ id: Id, platform: Platform, changes: TargetChanges }),
    output: Post,
    errors: ['not_found', 'version_conflict', 'publishing', 'not_retryable', 'upgrade_required'],
  }),
  postDelete: defineRpc('rpc.scheduling.post.delete.v1', {
    input: ById,
    output: Ok,
    errors: ['not_found', 'publishing'],
  }),
  postGet: defineRpc('rpc.scheduling.post.get.v1', {
    input: ById,
    output: PostWithHistory,
    errors: ['not_found'],
    retryable: true,
  }),
  postList: defineRpc('rpc.scheduling.post.list.v1', {
    caller: 'service',
    input: PostFilter,
    output: listOf(Post),
    retryable: true,
  }),
  /** Scheduled posts, soonest first. */
  postScheduled: defineRpc('rpc.scheduling.post.scheduled.v1', {
    input: PageQuery,
    output: listOf(Post),
    retryable: true,
  }),
  /** Now: `due_at` becomes the database's now. */
  postPublish: defineRpc('rpc.scheduling.post.publish.v1', {
    input: ById,
    output: Post,
    errors: ['not_found', 'publishing', 'upgrade_required', 'idempotency_mismatch', 'conflict'],
    keyed: true,
  }),
  /** As a draft without a date; counts like every created post. */
  postDuplicate: defineRpc('rpc.scheduling.post.duplicate.v1', {
    input: ById,
    output: Post,
    errors: ['not_found', 'upgrade_required', 'idempotency_mismatch', 'conflict'],
    keyed: true,
  }),
  /** Failed targets only; published ones are never sent twice. */
  postRetry: defineRpc('rpc.scheduling.post.retry.v1', {
    input: ById,
    output: Post,
    errors: ['not_found', 'not_retryable', 'publishing', 'upgrade_required', 'idempotency_mismatch', 'conflict'],
    keyed: true,
  }),
  calendarRange: defineRpc('rpc.scheduling.calendar.range.v1', {
    input: CalendarQuery,
    output: Calendar,
    retryable: true,
  }),
  statsGet: defineRpc('rpc.scheduling.stats.get.v1', {
    input: Empty,
    output: z.object({
      scheduledPosts: z.number().int(),
      postsThisMonth: z.number().int(),
      /** Of the calendar month before; absent: answered by an earlier version. */
      postsLastMonth: z.number().int().optional(),
    }),
    retryable: true,
  }),
  /** Called by media before a photo is destroyed. With `detach` the posts that need it become drafts in the same transaction. */
  photoUse: defineRpc('rpc.scheduling.photo.use.v1', {
    input: z.strictObject({ photoId: Id, detach: z.boolean() }),
    output: z.object({ scheduledPostIds: z.array(Id), posts: z.number().int() }),
    retryable: true,
  }),
  usageGet: defineRpc('rpc.scheduling.usage.get.v1', {
    input: z.strictObject({ payerId: Id }),
    output: MetricUsage,
    retryable: true,
  }),
  usageHistory: defineRpc('rpc.scheduling.usage.history.v1', {
    input: z.strictObject({ payerId: Id }),
    output: UsageHistory,
    retryable: true,
  }),
} as const;

const PostFacts = z.object({
  postId: Id,
  status: PostStatus,
  platforms: z.array(Platform),
  scheduledFor: Instant.nullable(),
  photoIds: z.array(Id),
});

export const schedulingEvents = {
  /** A new draft; a post that is scheduled from the start emits `scheduled` instead. */
  postCreated: defineEvent('scheduling.post.created.v1', PostFacts),
  /** Its content, pictures or date have changed, or it became a draft. */
  postChanged: defineEvent('scheduling.post.changed.v1', PostFacts),
  /** It is now scheduled: new, edited, or sent by a person. */
  postScheduled: defineEvent('scheduling.post.scheduled.v1', PostFacts),
  /** Its progress at the platforms has changed, and it has not settled; its content is unchanged. */
  postProgressed: defineEvent('scheduling.post.progressed.v1', PostFacts),
  postDeleted: defineEvent(
    'scheduling.post.deleted.v1',
    z.object({ postId: Id, photoIds: z.array(Id), targetIds: z.array(Id) }),
  ),
  /** Every target has ended. */
  postSettled: defineEvent(
    'scheduling.post.settled.v1',
    z.object({
      postId: Id,
      status: z.enum(['published', 'failed']),
      dueAt: Instant.nullable().optional(),
      /** The first words of what somebody gets to read, by which a person knows the post; absent in older events. */
      firstWords: z.string().optional(),
      /** The outcome on each platform; `reason` is a sentence for the person. */
      targets: z
        .array(z.object({ platform: Platform, status: TargetStatus, reason: z.string().nullable() }))
        .optional(),
    }),
  ),
  /**
   * Handover to the publisher; the only event that carries a whole caption. `round` grows with each retry by a person, so
   * (targetId, round) names one job.
   */
  targetDue: defineEvent(
    'scheduling.target.due.v1',
    z.object({
      targetId: Id,
      round: z.number().int().positive(),
      postId: Id,
      platform: Platform,
      accountId: Id,
      caption: z.string(),
      photoIds: z.array(Id),
      dueAt: Instant,
      /** The latest time at which the business still wants it published; absent in older events: 6 hours after it was due. */
      giveUpAt: Instant.optional(),
      /** Absent in older events. */
      source: PostSource.optional(),
    }),
  ),
} as const;
