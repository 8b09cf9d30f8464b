import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantTable } from '@postloom/persistence';

const posts = `
  CREATE TABLE posts (
    id uuid PRIMARY KEY,
    business_id uuid NOT NULL,
    payer_id uuid NOT NULL,
    author_id uuid,
    caption text NOT NULL,
    caption_by_platform jsonb,
    photo_ids uuid[] NOT NULL DEFAULT '{}',
    status text NOT NULL DEFAULT 'draft',
    source text NOT NULL DEFAULT 'manual',
    due_at timestamptz,
    local_time timestamp,
    time_zone text,
    share_taken_at timestamptz DEFAULT now(),
    settled_at timestamptz,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    doc text,
    traceparent text,
    CONSTRAINT posts_status_is_known CHECK (status IN ('draft', 'scheduled', 'published', 'failed')),
    CONSTRAINT posts_source_is_known CHECK (source IN ('manual', 'recurring', 'import', 'api')),
    CONSTRAINT posts_have_a_caption CHECK (length(caption) > 0),
    CONSTRAINT posts_beyond_draft_have_a_date CHECK (status = 'draft' OR due_at IS NOT NULL),
    CONSTRAINT posts_beyond_draft_have_a_photo CHECK (status = 'draft' OR cardinality(photo_ids) > 0),
    CONSTRAINT posts_end_exactly_when_published_or_failed CHECK ((status IN ('published', 'failed')) = (settled_at IS NOT NULL)),
    CONSTRAINT posts_date_keeps_its_wall_clock CHECK
      ((due_at IS NULL) = (local_time IS NULL) AND (due_at IS NULL) = (time_zone IS NULL)),
    CONSTRAINT posts_version_is_positive CHECK (version > 0)
  ) WITH (fillfactor = 85)`;

const comments = [
  `COMMENT ON COLUMN posts.local_time IS 'due_at on the business''s wall clock when it was chosen: what the person meant'`,
  `COMMENT ON COLUMN posts.share_taken_at IS 'since when it is counted in its payer''s month; NULL = given back, nothing of it went out'`,
  `COMMENT ON COLUMN posts.traceparent IS 'the request that last shaped it: its handover continues that trace'`,
  `COMMENT ON COLUMN posts.doc IS 'the post as the API answers it, JSON; NULL = to be rendered at the next read'`,
];

const targets = `
  CREATE TABLE post_targets (
    id uuid PRIMARY KEY,
    business_id uuid NOT NULL,
    post_id uuid NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
    position smallint NOT NULL DEFAULT 0,
    platform text NOT NULL,
    account_id uuid,
    state text NOT NULL DEFAULT 'draft',
    round integer NOT NULL DEFAULT 1,
    due_at timestamptz,
    dispatched_at timestamptz,
    attempts integer NOT NULL DEFAULT 0,
    event_version bigint NOT NULL DEFAULT 0,
    remote_id text,
    permalink text,
    error_code text,
    error_message text,
    published_at timestamptz,
    CONSTRAINT post_targets_one_per_platform UNIQUE (post_id, platform),
    CONSTRAINT post_targets_platform_is_known CHECK
      (platform IN ('instagram', 'facebook', 'twitter', 'linkedin', 'tiktok')),
    CONSTRAINT post_targets_state_is_known CHECK (state IN
      ('draft', 'scheduled', 'dispatched', 'publishing', 'published', 'failed', 'needs_attention', 'cancelled')),
    CONSTRAINT post_targets_scheduled_have_date_and_account CHECK
      (state <> 'scheduled' OR (due_at IS NOT NULL AND account_id IS NOT NULL)),
    CONSTRAINT post_targets_in_flight_have_an_account CHECK
      (state NOT IN ('dispatched', 'publishing', 'needs_attention') OR account_id IS NOT NULL),
    CONSTRAINT post_targets_published_exactly_with_proof CHECK
      ((state = 'published') = (published_at IS NOT NULL) AND (state = 'published') = (remote_id IS NOT NULL)),
    CONSTRAINT post_targets_error_exactly_when_one_is_told CHECK
      ((state IN ('failed', 'needs_attention')) = (error_code IS NOT NULL)
       AND (error_code IS NULL) = (error_message IS NULL)),
    CONSTRAINT post_targets_round_is_positive CHECK (round > 0)
  ) WITH (fillfactor = 85)`;

const history = `
  CREATE TABLE post_history (
    id uuid PRIMARY KEY,
    business_id uuid NOT NULL,
    post_id uuid NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
    at timestamptz NOT NULL DEFAULT now(),
    actor text NOT NULL,
    user_id uuid,
    what text NOT NULL,
    platform text,
    CONSTRAINT post_history_actor_is_known CHECK (actor IN ('person', 'schedule', 'system'))
  )`;

const photoUses = `
  CREATE TABLE photo_uses (
    business_id uuid NOT NULL,
    photo_id uuid NOT NULL,
    post_id uuid NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
    PRIMARY KEY (business_id, photo_id, post_id)
  )`;

/** Projections of other services' data; each row stores the version of the last event applied. */
const refs = [
  `CREATE TABLE account_refs (
    account_id uuid PRIMARY KEY,
    business_id uuid NOT NULL,
    platform text NOT NULL,
    state text NOT NULL,
    version bigint NOT NULL,
    connected_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT account_refs_state_is_known CHECK (state IN ('connected', 'broken', 'removed'))
  )`,
  `CREATE INDEX account_refs_of_business ON account_refs (business_id)`,
  `CREATE TABLE photo_refs (
    photo_id uuid PRIMARY KEY,
    business_id uuid NOT NULL,
    is_deleted boolean NOT NULL DEFAULT false,
    version bigint NOT NULL
  )`,
  `CREATE INDEX photo_refs_of_business ON photo_refs (business_id)`,
  `CREATE TABLE business_refs (
    business_id uuid PRIMARY KEY,
    payer_id uuid,
    time_zone text NOT NULL,
    late_limit_minutes integer NOT NULL DEFAULT 360,
    version bigint NOT NULL,
    deleted_at timestamptz,
    emptied_at timestamptz,
    CONSTRAINT business_refs_emptied_only_after_deletion CHECK (emptied_at IS NULL OR deleted_at IS NOT NULL)
  )`,
  `CREATE INDEX business_refs_to_empty ON business_refs (deleted_at) WHERE deleted_at IS NOT NULL AND emptied_at IS NULL`,
];

const indexes = [
  // Calendar, scheduled list: one business by date, in the order of the answer.
  `CREATE INDEX posts_by_date ON posts (business_id, due_at, id)`,
  // What still waits, however long the history is.
  `CREATE INDEX posts_waiting ON posts (business_id, due_at, id) WHERE status = 'scheduled'`,
  // Lists, newest first.
  `CREATE INDEX posts_newest ON posts (business_id, created_at, id)`,
  // The dispatcher's only query; ended and waiting targets are not in it.
  `CREATE INDEX post_targets_due ON post_targets (due_at) WHERE state = 'scheduled'`,
  `CREATE INDEX post_history_of_post ON post_history (post_id)`,
  `CREATE INDEX photo_uses_of_post ON photo_uses (post_id)`,
];

export class Posts1795132800001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const tenants = [
      'posts',
      'post_targets',
      'post_history',
      'photo_uses',
      'account_refs',
      'photo_refs',
      'business_refs',
    ];
    const statements = [
      posts,
      ...comments,
      targets,
      history,
      photoUses,
      ...refs,
      ...indexes,
      ...tenants.flatMap((table) => tenantTable(table)),
    ];
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  /** Forward only: a schema is corrected by the next migration. */
  down(): Promise<void> {
    throw new Error('Migrations of Postloom only go forward.');
  }
}
