import type { routes } from '../../../libs/contracts/src/index.ts';
import type { Belongings, Kind } from './two-tenants.ts';

/** How a route is tried with what is not the asking person's. */
export type Case =
  /** The path names a thing: another customer's, the own other business's and a deleted one are all "not found". */
  | { readonly kind: 'path'; readonly of: Kind; readonly body?: unknown }
  /** The body names a thing. */
  | {
      readonly kind: 'body';
      readonly of: Kind;
      /** What of the asking person's own the path names; a post without. */
      readonly at?: Kind;
      readonly body: (id: string, own: Belongings) => unknown;
    }
  /** It names nothing; its answer must hold nothing of anybody else. */
  | { readonly kind: 'reads'; readonly query?: string }
  /** It names nothing and changes only what is the person's own. */
  | { readonly kind: 'own'; readonly body?: unknown }
  /** Tried in a test of its own. */
  | { readonly kind: 'apart' };

const post = { caption: 'Mine now', platforms: ['instagram'] };
const schedule = { name: 'Mine now', frequency: 'daily', timeOfDay: '09:00', platforms: ['instagram'] };
const byPath = (of: Kind, body?: unknown): Case => ({ kind: 'path', of, body });

/** Session routes by name: one that is added to the contract and not here fails the test, one that is no route does not compile. */
export const cases: Readonly<Record<string, readonly Case[]>> = {
  currentUser: [{ kind: 'reads' }],
  sendConfirmation: [{ kind: 'own' }],
  logoutEverywhere: [{ kind: 'apart' }],
  sessions: [{ kind: 'reads' }],
  endSession: [byPath('session')],
  userLimits: [{ kind: 'reads' }],
  upgrade: [{ kind: 'own', body: { tier: 'agency' } }],
  userSettings: [{ kind: 'reads' }],
  saveUserSettings: [
    { kind: 'own', body: { defaultCaptionStyle: 'casual', autoGenerateCaptions: true, includeHashtags: true } },
  ],
  activeBusiness: [{ kind: 'reads' }],
  setActiveBusiness: [{ kind: 'body', of: 'business', body: (businessId) => ({ businessId }) }],
  businesses: [{ kind: 'reads' }],
  createBusiness: [{ kind: 'own', body: { name: 'Another', industryType: 'restaurant' } }],
  business: [byPath('business')],
  updateBusiness: [byPath('business', { name: 'Mine now' })],
  deleteBusiness: [byPath('business')],
  photos: [
    { kind: 'reads' },
    { kind: 'reads', query: '?limit=100' },
    { kind: 'reads', query: '?search=marker' },
    { kind: 'reads', query: '?used=true&sort=name' },
    { kind: 'reads', query: '?albumId=none' },
  ],
  albums: [{ kind: 'reads' }],
  createAlbum: [{ kind: 'own', body: { name: 'Another' } }],
  updateAlbum: [byPath('album', { name: 'Mine now' })],
  deleteAlbum: [byPath('album')],
  bulkPhotos: [
    { kind: 'body', of: 'album', body: (albumId, own) => ({ ids: [own.photo], action: 'move', albumId }) },
    { kind: 'apart' },
  ],
  editPhoto: [byPath('photo', { crop: { x: 0, y: 0, width: 1, height: 1 } })],
  uploadPhoto: [{ kind: 'apart' }],
  updatePhoto: [
    byPath('photo', { originalName: 'Mine now.jpg' }),
    { kind: 'body', of: 'album', at: 'photo', body: (albumId) => ({ albumId }) },
  ],
  deletePhoto: [byPath('photo')],
  downloadPhoto: [byPath('photo')],
  photoData: [byPath('photo')],
  generateCaption: [{ kind: 'body', of: 'photo', body: (photoId) => ({ photoId }) }],
  aiSettings: [{ kind: 'reads' }],
  saveAiSettings: [{ kind: 'own', body: { provider: 'openai' } }],
  socialStatus: [{ kind: 'reads' }],
  socialAccounts: [{ kind: 'reads' }],
  socialAuth: [{ kind: 'apart' }],
  socialConnect: [{ kind: 'apart' }],
  socialCallback: [{ kind: 'apart' }],
  socialPick: [{ kind: 'apart' }],
  connectionDoctor: [{ kind: 'apart' }],
  disconnectPlatform: [{ kind: 'apart' }],
  disconnectAccount: [byPath('account')],
  accountReplacements: [{ kind: 'reads' }],
  decideReplacement: [
    {
      ...{ kind: 'body', of: 'account' },
      body: (fromAccountId, own) => ({ fromAccountId, toAccountId: own.account, decision: 'move' }),
    },
    {
      ...{ kind: 'body', of: 'account' },
      body: (toAccountId, own) => ({ fromAccountId: own.account, toAccountId, decision: 'move' }),
    },
  ],
  posts: [
    { kind: 'reads' },
    { kind: 'reads', query: '?limit=100' },
    { kind: 'reads', query: '?search=marker' },
    { kind: 'reads', query: '?status=scheduled&platform=facebook' },
  ],
  scheduledPosts: [{ kind: 'reads' }],
  postStats: [{ kind: 'reads' }],
  dashboardStats: [{ kind: 'reads' }],
  post: [byPath('post')],
  createPost: [
    { kind: 'body', of: 'photo', body: (photoId) => ({ ...post, photoId }) },
    { kind: 'body', of: 'photo', body: (photoId) => ({ ...post, photoIds: [photoId] }) },
  ],
  updatePost: [
    byPath('post', { caption: 'Mine now', version: 1 }),
    { kind: 'body', of: 'photo', body: (photoId) => ({ photoId, version: 1 }) },
  ],
  deletePost: [byPath('post')],
  publishPost: [byPath('post')],
  retryPost: [byPath('post')],
  notifications: [{ kind: 'reads' }],
  setNotification: [byPath('notification', { read: true })],
  readAllNotifications: [{ kind: 'own' }],
  deleteNotification: [byPath('notification')],
  duplicatePost: [byPath('post')],
  preflightPost: [
    { kind: 'body', of: 'photo', body: (photoId) => ({ ...post, photoId }) },
    { kind: 'body', of: 'photo', body: (photoId) => ({ ...post, photoIds: [photoId] }) },
  ],
  importPosts: [{ kind: 'apart' }],
  updateTarget: [
    byPath('post', { caption: 'Mine now', version: 1 }),
    { kind: 'body', of: 'photo', at: 'post', body: (photoId) => ({ photoIds: [photoId], version: 1 }) },
  ],
  resolveTarget: [byPath('post', { outcome: 'send_again' }), byPath('post', { outcome: 'published' })],
  calendarFeedState: [{ kind: 'reads' }],
  rotateCalendarFeed: [{ kind: 'apart' }],
  revokeCalendarFeed: [{ kind: 'apart' }],
  schedules: [{ kind: 'reads' }],
  createSchedule: [{ kind: 'body', of: 'album', body: (albumId) => ({ ...schedule, albumId }) }],
  updateSchedule: [
    byPath('schedule', { isActive: false }),
    { kind: 'body', of: 'album', at: 'schedule', body: (albumId) => ({ albumId }) },
  ],
  deleteSchedule: [byPath('schedule')],
  upcomingOccurrences: [byPath('schedule')],
  pastOccurrences: [byPath('schedule')],
  changeOccurrence: [
    byPath('schedule', { skip: true }),
    { kind: 'body', of: 'photo', at: 'schedule', body: (photoId) => ({ photoId }) },
  ],
  events: [{ kind: 'apart' }],
  object: [{ kind: 'apart' }],
  calendar: [{ kind: 'reads', query: '?from=2026-01-01&to=2026-01-31' }],
} satisfies Partial<Record<keyof typeof routes, readonly Case[]>>;
