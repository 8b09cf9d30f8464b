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
  usageHistory: [{ kind: 'reads' }],
  billing: [{ kind: 'reads' }],
  billingInvoices: [{ kind: 'reads' }],
  // These need a payment provider: services/identity/src/billing/billing.int-spec.ts.
  billingPreview: [{ kind: 'apart' }],
  billingPortal: [{ kind: 'apart' }],
  security: [{ kind: 'reads' }],
  auditLog: [{ kind: 'reads' }],
  exportState: [{ kind: 'reads' }],
  importState: [{ kind: 'reads' }],
  // Whose bytes they are: the int-specs of services/media/src/exports and imports.
  exportData: [{ kind: 'apart' }],
  downloadExport: [{ kind: 'apart' }],
  importData: [{ kind: 'apart' }],
  importPart: [{ kind: 'apart' }],
  beginImport: [{ kind: 'apart' }],
  dropImport: [{ kind: 'own' }],
  notificationPreferences: [{ kind: 'reads' }],
  saveNotificationPreferences: [{ kind: 'apart' }],
  pushDevice: [{ kind: 'reads' }],
  // Whose device it is, and hostile addresses: services/identity/src/push/push.int-spec.ts.
  savePushDevice: [{ kind: 'apart' }],
  removePushDevice: [{ kind: 'own' }],
  // These ask for the own password or a key: passkeys, second-step, account-changes and preferences int-specs of services/identity.
  addPasskey: [{ kind: 'apart' }],
  startPasskey: [{ kind: 'apart' }],
  renamePasskey: [{ kind: 'apart' }],
  removePasskey: [{ kind: 'apart' }],
  startTotp: [{ kind: 'apart' }],
  confirmTotp: [{ kind: 'apart' }],
  endTotp: [{ kind: 'apart' }],
  renewRecoveryCodes: [{ kind: 'apart' }],
  confirmIdentity: [{ kind: 'apart' }],
  changePassword: [{ kind: 'apart' }],
  changeEmail: [{ kind: 'apart' }],
  endOtherSessions: [{ kind: 'apart' }],
  userSettings: [{ kind: 'reads' }],
  saveUserSettings: [
    { kind: 'own', body: { defaultCaptionStyle: 'casual', autoGenerateCaptions: true, includeHashtags: true } },
  ],
  activeBusiness: [{ kind: 'reads' }],
  setActiveBusiness: [{ kind: 'body', of: 'business', body: (businessId) => ({ businessId }) }],
  businesses: [{ kind: 'reads' }],
  businessAttention: [{ kind: 'reads' }],
  createBusiness: [{ kind: 'own', body: { name: 'Another', industryType: 'restaurant' } }],
  business: [byPath('business')],
  updateBusiness: [byPath('business', { name: 'Mine now' })],
  deleteBusiness: [byPath('business')],
  industryTemplates: [{ kind: 'reads' }],
  search: [{ kind: 'reads', query: '?q=marker' }],
  photos: [
    { kind: 'reads' },
    { kind: 'reads', query: '?limit=100' },
    { kind: 'reads', query: '?search=marker' },
    { kind: 'reads', query: '?used=true&sort=name' },
    { kind: 'reads', query: '?albumId=none' },
    { kind: 'reads', query: '?tag=marker' },
  ],
  photoTags: [{ kind: 'reads' }],
  deletedPhotos: [{ kind: 'reads' }, { kind: 'reads', query: '?limit=100' }],
  albums: [{ kind: 'reads' }],
  createAlbum: [
    { kind: 'own', body: { name: 'Another' } },
    { kind: 'body', of: 'album', body: (parentId) => ({ name: 'Inside theirs', parentId }) },
  ],
  updateAlbum: [
    byPath('album', { name: 'Mine now' }),
    { kind: 'body', of: 'album', at: 'album', body: (parentId) => ({ parentId }) },
  ],
  deleteAlbum: [byPath('album')],
  bulkPhotos: [
    { kind: 'body', of: 'album', body: (albumId, own) => ({ ids: [own.photo], action: 'move', albumId }) },
    { kind: 'apart' },
  ],
  editPhoto: [byPath('photo', { crop: { x: 0, y: 0, width: 1, height: 1 } })],
  // Of no other business, and of addresses that nobody may reach: services/media/src/links/links.int-spec.ts.
  photoFromLink: [{ kind: 'apart' }],
  similarPhotos: [byPath('photo')],
  setPhotoLook: [byPath('photo', { edit: null })],
  uploadPhoto: [{ kind: 'apart' }],
  uploadWays: [{ kind: 'reads' }],
  // Keys of other businesses: services/media/src/transfers/transfers.int-spec.ts.
  startUpload: [{ kind: 'apart' }],
  endUpload: [{ kind: 'apart' }],
  savePhoto: [{ kind: 'apart' }],
  startParts: [{ kind: 'apart' }],
  listParts: [{ kind: 'apart' }],
  signPart: [{ kind: 'apart' }],
  joinParts: [{ kind: 'apart' }],
  endParts: [{ kind: 'apart' }],
  uploadParameters: [{ kind: 'apart' }],
  updatePhoto: [
    byPath('photo', { originalName: 'Mine now.jpg' }),
    { kind: 'body', of: 'album', at: 'photo', body: (albumId) => ({ albumId }) },
  ],
  deletePhoto: [byPath('photo')],
  downloadPhoto: [byPath('photo')],
  photoData: [byPath('photo')],
  generateCaption: [{ kind: 'body', of: 'photo', body: (photoId) => ({ photoId }) }],
  changeCaption: [{ kind: 'own', body: { caption: 'Fresh bread.', change: { kind: 'shorter' } } }],
  suggestAltText: [byPath('photo')],
  captionHistory: [{ kind: 'reads' }],
  aiSettings: [{ kind: 'reads' }],
  saveAiSettings: [{ kind: 'own', body: { provider: 'openai' } }],
  captionVoice: [{ kind: 'reads' }],
  saveCaptionVoice: [{ kind: 'own', body: { favoriteWords: ['ours'] } }],
  previewVoice: [{ kind: 'own', body: { favoriteWords: ['ours'] } }],
  socialStatus: [{ kind: 'reads' }],
  socialAccounts: [{ kind: 'reads' }],
  socialAuth: [{ kind: 'apart' }],
  socialConnect: [{ kind: 'apart' }],
  socialCallback: [{ kind: 'apart' }],
  socialPick: [{ kind: 'apart' }],
  connectionDoctor: [{ kind: 'apart' }],
  disconnectPlatform: [{ kind: 'apart' }],
  disconnectAccount: [byPath('account')],
  sharedAccounts: [{ kind: 'reads' }],
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
    { kind: 'reads', query: '?photoId=00000000-0000-4000-8000-000000000000' },
  ],
  scheduledPosts: [{ kind: 'reads' }],
  analytics: [{ kind: 'reads' }],
  // Of others, and the token: services/analytics/src/shares/shares.int-spec.ts.
  reportShares: [{ kind: 'reads' }],
  shareReport: [{ kind: 'own', body: { days: 7 } }],
  withdrawReportShare: [{ kind: 'apart' }],
  bestTimes: [{ kind: 'reads' }],
  reportBrand: [{ kind: 'reads' }],
  // Agency's alone: services/identity/src/report-brand/report-brand.int-spec.ts.
  saveReportBrand: [{ kind: 'apart' }],
  reportLogo: [{ kind: 'reads' }],
  // Agency's alone, and whose it is: services/media/src/report-logo/report-logo.int-spec.ts.
  saveReportLogo: [{ kind: 'apart' }],
  deleteReportLogo: [{ kind: 'own' }],
  reportSchedules: [{ kind: 'reads' }],
  createReportSchedule: [{ kind: 'own', body: { frequency: 'weekly', hour: 8, format: 'pdf' } }],
  updateReportSchedule: [byPath('reportSchedule', { isActive: false })],
  deleteReportSchedule: [byPath('reportSchedule')],
  report: [{ kind: 'reads', query: '?format=csv' }],
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
  previewImport: [{ kind: 'apart' }],
  undoImport: [{ kind: 'apart' }],
  createStarterWeek: [
    {
      ...{ kind: 'body', of: 'photo' },
      body: (photoId) => ({ drafts: [{ ...post, photoId, scheduledFor: '2090-01-01T10:00:00Z' }] }),
    },
  ],
  undoStarterWeek: [{ kind: 'apart' }],
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
