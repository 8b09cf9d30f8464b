import { currentTraceparent, ZoneClock } from '@postloom/chassis';
import { nextCheckAt } from './check-times.ts';
import { DOC_VERSION, postDocument } from './post-document.ts';
import type { PostRecord, Target } from './post.ts';

/** A column and how it is written. */
export interface Column<R> {
  readonly name: string;
  /** The name of its type in Postgres. */
  readonly type: string;
  readonly value: (record: R, position: number) => unknown;
  /** Written once, on insert. */
  readonly isFixed?: boolean;
  /** Expression that an update writes; defaults to the value itself. */
  readonly update?: (place: string) => string;
}

/** A field of a record: SQL that reads it from the row `r`, and the columns it is written to. */
interface Field<R> {
  readonly sql: string;
  readonly columns: readonly Column<R>[];
}

type Fields<R> = { readonly [F in keyof R]-?: Field<R> };

function column<R>(name: string, type: string, value: (record: R) => unknown, isFixed = false): Field<R> {
  return { sql: `r.${name}`, columns: [{ name, type, value, isFixed }] };
}

/** Every field of a post except its targets, which have rows of their own. The compiler reports missing fields. */
const postFields: Fields<Omit<PostRecord, 'targets'>> = {
  id: column('id', 'uuid', ({ id }) => id, true),
  businessId: column('business_id', 'uuid', ({ businessId }) => businessId, true),
  payerId: column('payer_id', 'uuid', ({ payerId }) => payerId, true),
  authorId: column('author_id', 'uuid', ({ authorId }) => authorId, true),
  caption: column('caption', 'text', ({ caption }) => caption),
  captionByPlatform: column('caption_by_platform', 'jsonb', ({ captionByPlatform }) => json(captionByPlatform)),
  photoIdsByPlatform: column('photo_ids_by_platform', 'jsonb', ({ photoIdsByPlatform }) => json(photoIdsByPlatform)),
  photoIds: column('photo_ids', 'uuid[]', ({ photoIds }) => photoIds),
  status: column('status', 'text', ({ status }) => status),
  source: column('source', 'text', ({ source }) => source, true),
  dueAt: column('due_at', 'timestamptz', ({ dueAt }) => dueAt),
  timeZone: column('time_zone', 'text', ({ timeZone }) => timeZone),
  chargedAt: column('share_taken_at', 'timestamptz', ({ chargedAt }) => chargedAt),
  settledAt: column('settled_at', 'timestamptz', ({ settledAt }) => settledAt),
  version: column('version', 'int', ({ version }) => version),
  createdAt: column('created_at', 'timestamptz', ({ createdAt }) => createdAt, true),
  updatedAt: column('updated_at', 'timestamptz', ({ updatedAt }) => updatedAt),
  preflight: {
    sql: `CASE WHEN r.preflight_errors + r.preflight_warnings > 0
      THEN json_build_object('errors', r.preflight_errors, 'warnings', r.preflight_warnings) END`,
    columns: [
      { name: 'preflight_errors', type: 'int', value: ({ preflight }) => preflight?.errors ?? 0 },
      { name: 'preflight_warnings', type: 'int', value: ({ preflight }) => preflight?.warnings ?? 0 },
    ],
  },
};

const targetFields: Fields<Target> = {
  id: column('id', 'uuid', ({ id }) => id, true),
  platform: column('platform', 'text', ({ platform }) => platform, true),
  accountId: column('account_id', 'uuid', ({ accountId }) => accountId),
  state: column('state', 'text', ({ state }) => state),
  round: column('round', 'int', ({ round }) => round),
  dueAt: column('due_at', 'timestamptz', ({ dueAt }) => dueAt),
  attempts: column('attempts', 'int', ({ attempts }) => attempts),
  eventVersion: column('event_version', 'bigint', ({ eventVersion }) => eventVersion),
  remoteId: column('remote_id', 'text', ({ remoteId }) => remoteId),
  permalink: column('permalink', 'text', ({ permalink }) => permalink),
  error: {
    sql: `CASE WHEN r.error_code IS NOT NULL
      THEN json_build_object('code', r.error_code, 'message', coalesce(r.error_message, '')) END`,
    columns: [
      { name: 'error_code', type: 'text', value: ({ error }) => error?.code ?? null },
      { name: 'error_message', type: 'text', value: ({ error }) => error?.message ?? null },
    ],
  },
  delayedUntil: column('delayed_until', 'timestamptz', ({ delayedUntil }) => delayedUntil),
  publishedAt: column('published_at', 'timestamptz', ({ publishedAt }) => publishedAt),
  isByResolution: column('by_word', 'boolean', ({ isByResolution }) => isByResolution),
};

/** SELECT list of the fields, for `posts r`. */
export const postSelection = selection(postFields);
/** SELECT list of the fields, for `post_targets r`. */
export const targetSelection = selection(targetFields);

/** What is stored of a post: its fields, and what is derived from them. */
export const postColumns: readonly Column<PostRecord>[] = [
  ...Object.values<Field<PostRecord>>(postFields).flatMap(({ columns }) => columns),
  // Whoever inserts a post writes its words (`PostWriter`).
  { name: 'has_words', type: 'boolean', value: () => true, isFixed: true },
  { name: 'local_time', type: 'timestamp', value: localTime },
  { name: 'check_at', type: 'timestamptz', value: (post) => nextCheckAt(post, post.updatedAt) },
  { name: 'doc', type: 'text', value: (post) => JSON.stringify(postDocument(post)) },
  { name: 'doc_version', type: 'smallint', value: () => DOC_VERSION },
  {
    name: 'traceparent',
    type: 'text',
    value: () => currentTraceparent() ?? null,
    // A worker's change without a trace keeps that of the request that last changed the post.
    update: (place) => `coalesce(${place}, traceparent)`,
  },
];

export const targetColumns: readonly Column<Target>[] = [
  ...Object.values<Field<Target>>(targetFields).flatMap(({ columns }) => columns),
  { name: 'position', type: 'smallint', value: (_, position) => position },
];

function selection<R>(fields: Fields<R>): string {
  return Object.entries<Field<R>>(fields)
    .map(([name, { sql }]) => `${sql} AS "${name}"`)
    .join(', ');
}

/** Computed with the runtime's zone data, which is also used to derive instants from it; Postgres has a copy of its own. */
function localTime({ dueAt, timeZone }: PostRecord): string | null {
  if (dueAt === null || timeZone === null) {
    return null;
  }
  return new Date(ZoneClock.of(timeZone).wallAt(dueAt.getTime())).toISOString().slice(0, -1);
}

function json(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}
