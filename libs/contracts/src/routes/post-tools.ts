import { z } from 'zod';
import { ById, defineRoute, Id } from '../kernel/index.ts';
import { Platform } from '../platforms/index.ts';
import {
  CalendarFeed,
  Duplicates,
  ImportPreview,
  ImportResult,
  ImportUndo,
  ImportUndone,
  Post,
  Preflight,
  PreflightInput,
  Resolution,
  StarterWeek,
  StarterWeekInput,
  StarterWeekUndo,
  StarterWeekUndone,
  TargetChanges,
} from '../scheduling/index.ts';

const posts = { tag: 'Posts and schedules' } as const;
const oneTarget = { ...posts, params: z.strictObject({ id: Id, platform: Platform }), answer: Post } as const;

/** Tools to write, check, import and repair posts. */
export const postToolRoutes = {
  duplicatePost: defineRoute('POST', '/api/posts/{id}/duplicate', {
    ...posts,
    summary: 'Copy a post as a draft',
    params: ById,
    status: 201,
    answer: Post,
    errors: ['not_found', 'upgrade_required'],
    idempotent: true,
  }),
  preflightPost: defineRoute('POST', '/api/posts/preflight', {
    ...posts,
    summary: "Check a post against the platforms' rules, with fixes",
    body: PreflightInput,
    answer: Preflight,
    errors: ['not_found'],
  }),
  importPosts: defineRoute('POST', '/api/posts/import', {
    ...posts,
    summary: 'Posts from a CSV file (multipart, field `file`)',
    query: z.strictObject({ allOrNothing: z.enum(['true', 'false']).optional(), duplicates: Duplicates.optional() }),
    answer: ImportResult,
    errors: ['upgrade_required', 'payload_too_large', 'unsupported_media_type'],
    idempotent: true,
  }),
  previewImport: defineRoute('POST', '/api/posts/import/preview', {
    ...posts,
    summary: 'What a CSV file holds and what is there already; makes nothing (multipart, field `file`)',
    answer: ImportPreview,
    errors: ['payload_too_large', 'unsupported_media_type'],
  }),
  undoImport: defineRoute('POST', '/api/posts/import/undo', {
    ...posts,
    summary: 'Take back those posts of an import that nobody has changed',
    body: ImportUndo,
    answer: ImportUndone,
  }),
  createStarterWeek: defineRoute('POST', '/api/posts/starter-week', {
    ...posts,
    summary: 'Posts of a first week, scheduled or as drafts, all or none',
    body: StarterWeekInput,
    status: 201,
    answer: StarterWeek,
    errors: ['not_found', 'upgrade_required'],
    idempotent: true,
  }),
  undoStarterWeek: defineRoute('POST', '/api/posts/starter-week/undo', {
    ...posts,
    summary: 'Take back those of them that nobody has changed',
    body: StarterWeekUndo,
    answer: StarterWeekUndone,
  }),
  updateTarget: defineRoute('PUT', '/api/posts/{id}/targets/{platform}', {
    ...oneTarget,
    summary: 'Change what one platform gets, and retry it',
    body: TargetChanges,
    errors: ['not_found', 'version_conflict', 'publishing', 'not_retryable', 'upgrade_required'],
  }),
  resolveTarget: defineRoute('POST', '/api/posts/{id}/targets/{platform}/resolve', {
    ...oneTarget,
    summary: 'Say what became of a post whose outcome could not be found out',
    body: Resolution,
    errors: ['not_found', 'not_retryable', 'upgrade_required'],
    idempotent: true,
  }),
  /** The token is the permission: unguessable, revocable, for one business. */
  calendarFeed: defineRoute('GET', '/api/calendar.ics', {
    ...posts,
    summary: 'The calendar as a subscribable feed (RFC 5545)',
    access: 'public',
    query: z.strictObject({ token: z.string().max(200) }),
    errors: ['not_found'],
  }),
  calendarFeedState: defineRoute('GET', '/api/calendar/feed', {
    ...posts,
    summary: 'Whether the calendar can be subscribed to',
    answer: CalendarFeed,
  }),
  rotateCalendarFeed: defineRoute('POST', '/api/calendar/feed', {
    ...posts,
    summary: 'A new address of the calendar feed; the one before stops working',
    status: 201,
    answer: z.object({ url: z.string() }),
  }),
  revokeCalendarFeed: defineRoute('DELETE', '/api/calendar/feed', {
    ...posts,
    summary: 'End the calendar feed',
    status: 204,
  }),
} as const;
