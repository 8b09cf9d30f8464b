import { z } from 'zod';
import { AiSettings, Caption, CaptionOptions, UserSettings } from '../captions/index.ts';
import { captionImage, AiProvider } from '../captions/index.ts';
import {
  Business,
  BusinessChanges,
  BusinessInput,
  Email,
  LoginInput,
  Password,
  RegisterInput,
  SessionInfo,
  User,
  UserLimits,
} from '../identity/index.ts';
import { defineRoute, Id, listOf, Ok, text } from '../kernel/index.ts';
import { Photo, PhotoQuery } from '../media/index.ts';
import { Platform } from '../platforms/index.ts';
import { Tier } from '../plans/index.ts';
import { OauthStart, SocialAccount, SocialStatus } from '../publisher/index.ts';
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

const byId = z.strictObject({ id: Id });
const byPlatform = z.strictObject({ platform: Platform });
const OneUseToken = z.strictObject({ token: z.string().min(20, 'This link is not valid.').max(200) });

const accounts = { tag: 'Accounts' } as const;
const user = { tag: 'User, plan and limits' } as const;
const businesses = { tag: 'Businesses' } as const;
const media = { tag: 'Media' } as const;
const captions = { tag: 'Captions' } as const;
const social = { tag: 'Social accounts' } as const;
const live = { tag: 'Live updates and documents' } as const;
const posts = { tag: 'Posts and schedules' } as const;

/** The HTTP contract (spec/api.md) as far as it is built: one definition for gateway, OpenAPI, web client and tests. */
export const routes = {
  register: defineRoute('POST', '/api/auth/register', {
    ...accounts,
    summary: 'Create an account',
    access: 'public',
    body: RegisterInput,
    status: 201,
    answer: User,
    errors: ['rate_limited'],
  }),
  login: defineRoute('POST', '/api/auth/login', {
    ...accounts,
    summary: 'Sign in',
    access: 'public',
    body: LoginInput,
    answer: User,
    errors: ['invalid_credentials', 'rate_limited'],
  }),
  currentUser: defineRoute('GET', '/api/auth/user', { ...accounts, summary: 'The signed-in person', answer: User }),
  verifyEmail: defineRoute('POST', '/api/auth/verify-email', {
    ...accounts,
    summary: 'Confirm an e-mail address',
    access: 'public',
    body: OneUseToken,
    answer: Ok,
    errors: ['invalid_token', 'token_expired'],
  }),
  passwordForgot: defineRoute('POST', '/api/auth/password/forgot', {
    ...accounts,
    summary: 'Ask for a reset link',
    access: 'public',
    body: z.strictObject({ email: Email }),
    status: 202,
    answer: Ok,
    errors: ['rate_limited'],
  }),
  passwordReset: defineRoute('POST', '/api/auth/password/reset', {
    ...accounts,
    summary: 'Set a new password',
    access: 'public',
    body: OneUseToken.extend({ password: Password }),
    answer: Ok,
    errors: ['invalid_token', 'token_expired'],
  }),
  logoutEverywhere: defineRoute('POST', '/api/auth/logout-everywhere', {
    ...accounts,
    summary: 'End every session',
    answer: Ok,
  }),
  sessions: defineRoute('GET', '/api/auth/sessions', {
    ...accounts,
    summary: "The person's open sessions",
    answer: z.array(SessionInfo),
  }),
  endSession: defineRoute('DELETE', '/api/auth/sessions/{id}', {
    ...accounts,
    summary: 'End one session',
    params: byId,
    answer: Ok,
    errors: ['not_found'],
  }),
  loginPage: defineRoute('GET', '/api/login', {
    ...accounts,
    summary: 'To the sign-in page',
    access: 'public',
    status: 302,
    query: z.object({ returnTo: z.string().max(2_000).optional() }),
  }),
  logout: defineRoute('GET', '/api/logout', {
    ...accounts,
    summary: 'End this session',
    access: 'public',
    status: 302,
  }),

  userLimits: defineRoute('GET', '/api/user/limits', {
    ...user,
    summary: 'Plan, limits and usage',
    answer: UserLimits,
  }),
  upgrade: defineRoute('POST', '/api/user/upgrade', {
    ...user,
    summary: 'Change the plan',
    body: z.strictObject({ tier: Tier }),
    answer: z.object({ success: z.literal(true), subscriptionTier: Tier }),
    errors: ['payment_unavailable', 'rate_limited'],
  }),
  userSettings: defineRoute('GET', '/api/user/settings', {
    ...user,
    summary: 'Caption preferences',
    answer: UserSettings,
  }),
  saveUserSettings: defineRoute('PUT', '/api/user/settings', {
    ...user,
    summary: 'Save caption preferences',
    body: UserSettings,
    answer: UserSettings,
  }),
  activeBusiness: defineRoute('GET', '/api/user/active-business', {
    ...user,
    summary: 'The active business',
    answer: z.object({ businessId: Id.nullable() }),
  }),
  setActiveBusiness: defineRoute('PUT', '/api/user/active-business', {
    ...user,
    summary: 'Switch the active business',
    body: z.strictObject({ businessId: Id }),
    answer: z.object({ businessId: Id }),
    errors: ['not_found'],
  }),

  businesses: defineRoute('GET', '/api/businesses', {
    ...businesses,
    summary: 'My businesses',
    answer: z.array(Business),
  }),
  createBusiness: defineRoute('POST', '/api/businesses', {
    ...businesses,
    summary: 'Create a business',
    body: BusinessInput,
    status: 201,
    answer: Business,
    idempotent: true,
  }),
  business: defineRoute('GET', '/api/businesses/{id}', {
    ...businesses,
    summary: 'One business',
    params: byId,
    answer: Business,
    errors: ['not_found'],
  }),
  updateBusiness: defineRoute('PUT', '/api/businesses/{id}', {
    ...businesses,
    summary: 'Change a business',
    params: byId,
    body: BusinessChanges,
    answer: Business,
    errors: ['not_found', 'forbidden'],
  }),
  deleteBusiness: defineRoute('DELETE', '/api/businesses/{id}', {
    ...businesses,
    summary: 'Delete a business',
    params: byId,
    status: 204,
    errors: ['not_found', 'forbidden', 'last_business'],
  }),

  photos: defineRoute('GET', '/api/photos', {
    ...media,
    summary: 'The library',
    query: PhotoQuery,
    answer: listOf(Photo),
  }),
  uploadPhoto: defineRoute('POST', '/api/photos/direct-upload/{randomId}', {
    ...media,
    summary: 'Upload one picture (multipart, field `file`)',
    params: z.strictObject({ randomId: text(100, { required: 'An upload id is needed.' }) }),
    answer: z.object({ success: z.literal(true), photoId: Id, photo: Photo }),
    errors: [
      'upgrade_required',
      'payload_too_large',
      'unsupported_media_type',
      'invalid_image',
      'image_too_large',
      'request_timeout',
      'conflict',
    ],
  }),
  updatePhoto: defineRoute('PUT', '/api/photos/{id}', {
    ...media,
    summary: 'Rename or describe a picture',
    params: byId,
    body: z.strictObject({
      originalName: text(255, { required: 'Please enter a name.' }).optional(),
      altText: text(1_000).nullable().optional(),
    }),
    answer: Photo,
    errors: ['not_found'],
  }),
  deletePhoto: defineRoute('DELETE', '/api/photos/{id}', {
    ...media,
    summary: 'Delete a picture',
    params: byId,
    query: z.strictObject({ force: z.enum(['true', 'false']).optional() }),
    status: 204,
    errors: ['not_found', 'in_use'],
  }),
  downloadPhoto: defineRoute('GET', '/api/photos/{id}/download', {
    ...media,
    summary: 'The original under its original name',
    params: byId,
    errors: ['not_found'],
  }),
  photoData: defineRoute('GET', '/api/photos/data/{id}', {
    ...media,
    summary: 'The bytes of a picture',
    params: byId,
    errors: ['not_found'],
  }),

  generateCaption: defineRoute('POST', '/api/generate-caption', {
    ...captions,
    summary: 'A caption from a picture and the business profile',
    body: z
      .strictObject({
        imageBase64: z.string().max(captionImage.maxBase64Bytes).optional(),
        photoId: Id.optional(),
        options: CaptionOptions.prefault({}),
      })
      .refine(
        (body) => (body.imageBase64 === undefined) !== (body.photoId === undefined),
        'Please select a photo first to generate a caption.',
      ),
    answer: Caption,
    errors: [
      'upgrade_required',
      'provider_not_configured',
      'caption_failed',
      'not_found',
      'payload_too_large',
      'unsupported_media_type',
      'invalid_image',
      'rate_limited',
    ],
    idempotent: true,
  }),
  aiSettings: defineRoute('GET', '/api/ai-settings', { ...captions, summary: 'The AI provider', answer: AiSettings }),
  saveAiSettings: defineRoute('PUT', '/api/ai-settings', {
    ...captions,
    summary: 'Switch the AI provider',
    body: z.strictObject({ provider: AiProvider }),
    answer: AiSettings,
    errors: ['provider_not_configured'],
  }),

  socialStatus: defineRoute('GET', '/api/social/status', {
    ...social,
    summary: 'Which platforms are connected',
    answer: SocialStatus,
  }),
  socialAccounts: defineRoute('GET', '/api/social-accounts', {
    ...social,
    summary: 'Connected accounts',
    answer: z.array(SocialAccount),
  }),
  socialAuth: defineRoute('GET', '/api/social/{platform}/auth', {
    ...social,
    summary: 'Authorize URL or setup steps',
    params: byPlatform,
    answer: OauthStart,
    errors: ['not_found', 'upgrade_required'],
  }),
  socialConnect: defineRoute('GET', '/api/social/{platform}/connect', {
    ...social,
    summary: 'Popup: to the platform',
    params: byPlatform,
    status: 302,
    errors: ['not_found', 'upgrade_required', 'csrf_rejected'],
  }),
  socialCallback: defineRoute('GET', '/api/social/{platform}/callback', {
    ...social,
    summary: 'Popup: back from the platform',
    params: byPlatform,
    errors: ['not_found', 'invalid_state'],
  }),
  socialPick: defineRoute('POST', '/api/social/{platform}/pick', {
    ...social,
    summary: 'Choose among the accounts a platform offered',
    params: byPlatform,
    body: z.strictObject({ pickToken: z.string().max(200), remoteIds: z.array(z.string().max(100)).min(1).max(100) }),
    answer: z.object({ success: z.literal(true), accounts: z.array(SocialAccount) }),
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
    params: byId,
    answer: Ok,
    errors: ['not_found'],
  }),

  posts: defineRoute('GET', '/api/posts', { ...posts, summary: 'Posts', query: PostQuery, answer: listOf(Post) }),
  scheduledPosts: defineRoute('GET', '/api/posts/scheduled', {
    ...posts,
    summary: 'Scheduled posts, soonest first',
    answer: z.array(Post),
  }),
  postStats: defineRoute('GET', '/api/posts/stats', {
    ...posts,
    summary: 'Figures of the dashboard',
    answer: PostStats,
  }),
  dashboardStats: defineRoute('GET', '/api/dashboard/stats', {
    ...posts,
    summary: 'Figures of the dashboard',
    answer: PostStats,
  }),
  post: defineRoute('GET', '/api/posts/{id}', {
    ...posts,
    summary: 'One post with its history',
    params: byId,
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
    params: byId,
    body: PostChanges,
    answer: Post,
    errors: ['not_found', 'version_conflict', 'publishing', 'invalid_date'],
  }),
  deletePost: defineRoute('DELETE', '/api/posts/{id}', {
    ...posts,
    summary: 'Delete a post',
    params: byId,
    status: 204,
    errors: ['not_found', 'publishing'],
  }),
  publishPost: defineRoute('POST', '/api/posts/{id}/publish', {
    ...posts,
    summary: 'Publish now',
    params: byId,
    answer: Post,
    errors: ['not_found', 'publishing'],
    idempotent: true,
  }),
  retryPost: defineRoute('POST', '/api/posts/{id}/retry', {
    ...posts,
    summary: 'Retry failed targets',
    params: byId,
    answer: Post,
    errors: ['not_found', 'not_retryable', 'publishing'],
    idempotent: true,
  }),
  events: defineRoute('GET', '/api/events', {
    ...live,
    summary: 'Server-sent hints of what changed in the active business',
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

export const routeList = Object.values(routes);
