import { tenantTable } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const open = `('queued', 'prepared', 'verifying', 'confirmed')`;

const statements = [
  `CREATE TABLE publish_jobs (
    id uuid PRIMARY KEY,
    business_id uuid NOT NULL,
    account_id uuid NOT NULL REFERENCES accounts (id),
    platform text NOT NULL,
    target_id uuid NOT NULL,
    round int NOT NULL CHECK (round > 0),
    post_id uuid NOT NULL,
    caption text NOT NULL,
    photo_ids uuid[] NOT NULL,
    due_at timestamptz NOT NULL,
    give_up_at timestamptz NOT NULL,
    state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'prepared', 'verifying', 'confirmed', 'published', 'failed', 'needs_attention', 'cancelled')),
    ready_at timestamptz NOT NULL DEFAULT now(),
    steps jsonb NOT NULL DEFAULT '{}',
    failures int NOT NULL DEFAULT 0,
    attempts int NOT NULL DEFAULT 0,
    first_intent_at timestamptz,
    processing_since timestamptz,
    looked_at timestamptz,
    wait_code text,
    error_code text,
    error_message text,
    remote_id text,
    permalink text,
    published_at timestamptz,
    version int NOT NULL DEFAULT 0,
    traceparent text,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT publish_jobs_one_per_target_and_round UNIQUE (target_id, round),
    CONSTRAINT publish_jobs_public_has_remote_id CHECK ((state IN ('confirmed', 'published')) = (remote_id IS NOT NULL)),
    CONSTRAINT publish_jobs_published_has_time CHECK ((remote_id IS NULL) = (published_at IS NULL)),
    CONSTRAINT publish_jobs_ended_is_never_ready CHECK (state IN ${open} OR ready_at = 'infinity'),
    CONSTRAINT publish_jobs_bad_end_says_why CHECK (state NOT IN ('failed', 'needs_attention') OR error_message IS NOT NULL)
  )`,
  // A post on a platform belongs to one job: a verification can never claim another job's post.
  `CREATE UNIQUE INDEX publish_jobs_one_job_per_remote_post ON publish_jobs (account_id, remote_id) WHERE remote_id IS NOT NULL`,
  `CREATE INDEX publish_jobs_lane ON publish_jobs (account_id, ready_at) WHERE state IN ${open}`,
  `CREATE INDEX publish_jobs_post ON publish_jobs (post_id)`,
  ...tenantTable('publish_jobs'),

  // One row per intent to call the platform. Never partitioned: the unique index below is the guarantee itself.
  `CREATE TABLE publish_attempts (
    id uuid PRIMARY KEY,
    business_id uuid NOT NULL,
    job_id uuid NOT NULL REFERENCES publish_jobs (id) ON DELETE CASCADE,
    account_id uuid NOT NULL,
    number int NOT NULL CHECK (number > 0),
    lease_epoch bigint NOT NULL,
    outcome text NOT NULL DEFAULT 'open' CHECK (outcome IN ('open', 'published', 'rejected', 'not_sent', 'absent', 'undecided')),
    code text,
    is_duplicate boolean NOT NULL DEFAULT false,
    looks int NOT NULL DEFAULT 0,
    intent_at timestamptz NOT NULL DEFAULT now(),
    quarantine_until timestamptz NOT NULL,
    settled_at timestamptz,
    CONSTRAINT publish_attempts_numbered UNIQUE (job_id, number),
    CONSTRAINT publish_attempts_open_is_not_settled CHECK ((outcome = 'open') = (settled_at IS NULL))
  )`,
  `CREATE UNIQUE INDEX publish_attempts_one_open_per_job ON publish_attempts (job_id) WHERE outcome = 'open'`,
  `CREATE INDEX publish_attempts_open_account ON publish_attempts (account_id) WHERE outcome = 'open'`,
  ...tenantTable('publish_attempts'),

  // Tombstones: a target that becomes due after its post was deleted must not be published.
  `CREATE TABLE deleted_posts (
    post_id uuid PRIMARY KEY,
    business_id uuid NOT NULL,
    deleted_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE INDEX deleted_posts_age ON deleted_posts (deleted_at)`,
  ...tenantTable('deleted_posts'),

  // Projection: how late a one-off post of a business may still be published.
  `CREATE TABLE late_limits (
    business_id uuid PRIMARY KEY,
    minutes int NOT NULL CHECK (minutes BETWEEN 15 AND 2880),
    version bigint NOT NULL
  )`,
  ...tenantTable('late_limits'),
];

export class Publishing1764547200002 implements MigrationInterface {
  readonly name = 'Publishing1764547200002';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
