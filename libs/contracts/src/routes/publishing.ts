import { z } from 'zod';
import { DashboardStats } from '../analytics/index.ts';
import { ById, defineRoute, Id, listOf, Ok, PageQuery } from '../kernel/index.ts';
import { Platform } from '../platforms/index.ts';
import { OauthStart, ServerAddress, SocialAccount, SocialStatus } from '../publisher/index.ts';
import {
  Calendar,
  CalendarQuery,
  Post,
  PostChanges,
  PostInput,
  PostQuery,
  PostStats,
  PostWithHistory,
} from '../scheduling/index.ts';

const byPlatform = z.strictObject({ platform: Platform });
const media = { tag: 'Media' } as const;
const social = { tag: 'Social accounts' } as const;
const live = { tag: 'Live updates and documents' } as const;
const posts = { tag: 'Posts and schedules' } as const;

/** Social accounts, posts, live updates. */
export const publishingRoutes = {
  socialStatus: defineRoute('GET', '/api/social/status', {
    ...social,
    summary: 'Which platforms are connected',
    answer: SocialStatus,
  }),
  socialAccounts: defineRoute('GET', '/api/social-accounts', {
    ...social,
    summary: 'Connected accounts',
    query: PageQuery,
    answer: listOf(SocialAccount),
  }),
  socialAuth: defineRoute('GET', '/api/social/{platform}/auth', {
    ...social,
    summary: 'Authorize URL or setup steps',
    params: byPlatform,
    query: z.strictObject({ server: ServerAddress.optional() }),
    answer: OauthStart,
    errors: ['not_found', 'upgrade_required'],
  }),
  socialConnect: defineRoute('GET', '/api/social/{platform}/connect', {
    ...social,
    summary: 'Popup: to the platform, for the business that the page shows',
    params: byPlatform,
    query: z.strictObject({ businessId: Id.optional(), server: ServerAddress.optional() }),
    status: 302,
    errors: ['not_found', 'upgrade_required', 'csrf_rejected'],
    popup: true,
  }),
  socialCallback: defineRoute('GET', '/api/social/{platform}/callback', {
    ...social,
    summary: 'Popup: back from the platform',
    params: byPlatform,
    errors: ['not_found', 'invalid_state', 'upgrade_required', 'dependency_failed'],
    popup: true,
  }),
  socialPick: defineRoute('POST', '/api/social/{platform}/pick', {
    ...social,
    summary: 'Choose among the accounts a platform offered',
    params: byPlatform,
    body: z.strictObject({ pickToken: z.string().max(200), remoteIds: z.array(z.string().max(100)).min(1).max(100) }),
    answer: z.object({
      success: z.literal(true),
      accounts: z.array(SocialAccount),
      /** What the person should know of it, a sentence: whom the account is connected to already. */
      notice: z.string().optional(),
    }),
    errors: ['invalid_state', 'upgrade_required'],
  }),
  disconnectPlatform: defineRoute('DELETE', '/api/social/{platform}/disconnect', {
    ...social,
    summary: 'Disconnect a platform',
    params: byPlatform,
    answer: Ok,
    errors: ['not_found'],
  }),
  disconnectAccount: defineRoute('DELETE', '/api/social-accounts/{id}', {
    ...social,
    summary: 'Disconnect one account',
    params: ById,
    answer: Ok,
    errors: ['not_found'],
  }),

  posts: defineRoute('GET', '/api/posts', { ...posts, summary: 'Posts', query: PostQuery, answer: listOf(Post) }),
  scheduledPosts: defineRoute('GET', '/api/posts/scheduled', {
    ...posts,
    summary: 'Scheduled posts, soonest first',
    query: PageQuery,
    answer: listOf(Post),
  }),
  postStats: defineRoute('GET', '/api/posts/stats', {
    ...posts,
    summary: 'Figures of the dashboard',
    answer: PostStats,
  }),
  dashboardStats: defineRoute('GET', '/api/dashboard/stats', {
    ...posts,
    summary: 'Figures of the dashboard',
    answer: DashboardStats,
  }),
  post: defineRoute('GET', '/api/posts/{id}', {
    ...posts,
    summary: 'One post with its history',
    params: ById,
    answer: PostWithHistory,
    errors: ['not_found'],
  }),
  createPost: defineRoute('POST', '/api/posts', {
    ...posts,
    summary: 'Create a post',
    body: PostInput,
    status: 201,
    answer: Post,
    errors: ['upgrade_required', 'not_found', 'invalid_date'],
    idempotent: true,
  }),
  updatePost: defineRoute('PUT', '/api/posts/{id}', {
    ...posts,
    summary: 'Change a post',
    params: ById,
    body: PostChanges,
    answer: Post,
    errors: ['not_found', 'version_conflict', 'publishing', 'invalid_date'],
  }),
  deletePost: defineRoute('DELETE', '/api/posts/{id}', {
    ...posts,
    summary: 'Delete a post',
    params: ById,
    status: 204,
    errors: ['not_found', 'publishing'],
  }),
  publishPost: defineRoute('POST', '/api/posts/{id}/publish', {
    ...posts,
    summary: 'Publish now',
    params: ById,
    answer: Post,
    errors: ['not_found', 'publishing'],
    idempotent: true,
  }),
  retryPost: defineRoute('POST', '/api/posts/{id}/retry', {
    ...posts,
    summary: 'Retry failed targets',
    params: ById,
    answer: Post,
    errors: ['not_found', 'not_retryable', 'publishing'],
    idempotent: true,
  }),
  /** `age`: milliseconds since which the page has read what it shows; what was told before is not told again. */
  events: defineRoute('GET', '/api/events', {
    ...live,
    summary: 'Server-sent hints of what changed in the active business, those of the last seconds again',
    query: z.strictObject({ age: z.coerce.number().int().min(0).optional() }),
  }),
  openapi: defineRoute('GET', '/api/openapi.json', { ...live, summary: 'This document', access: 'public' }),
  docs: defineRoute('GET', '/api/docs', { ...live, summary: 'This document, readable', access: 'public' }),
  /** The ticket is the permission: unguessable, expiring. Platforms fetch the pictures they publish here. */
  pullPhoto: defineRoute('GET', '/api/media/pull/{ticket}', {
    ...media,
    summary: 'A picture for a platform that fetches it, until its address expires',
    access: 'public',
    params: z.strictObject({ ticket: z.string().max(2_000) }),
    errors: ['not_found'],
  }),
  signedObject: defineRoute('GET', '/objects/signed/{signature}/{key}', {
    ...media,
    summary: 'A picture by an address that is valid for a day or two and needs no session; caches may keep it as long',
    access: 'public',
    params: z.strictObject({ signature: z.string().max(100), key: z.string().max(300) }),
    errors: ['not_found'],
  }),
  object: defineRoute('GET', '/objects/{key}', {
    ...media,
    summary: 'The bytes of a stored object; Range and ETag supported',
    params: z.strictObject({ key: z.string().max(300) }),
    errors: ['not_found'],
  }),
  calendar: defineRoute('GET', '/api/calendar', {
    ...posts,
    summary: 'Posts of a range of days',
    query: CalendarQuery,
    answer: Calendar,
  }),
} as const;
