import { partitionedTable, tenantTable } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Kept for as many months as the setting says, from the first migration on. */
const KEEP_MONTHS = 14;

const figures = `views int, reach int, likes int, comments int, shares int, saves int, clicks int`;
const counted = ['likes', 'comments', 'shares', 'saves'];

/** Samples by month. The default partition is closed to direct use as the others are; it takes what fits no month, as good as nothing. */
function samples(table: string, columns: string): string[] {
  return [
    `CREATE TABLE ${table} (${columns}) PARTITION BY RANGE (read_at)`,
    ...tenantTable(table),
    ...partitionedTable({
      ...{ table, unit: 'month', column: { name: 'read_at', type: 'timestamptz' }, ahead: 2, keep: KEEP_MONTHS },
    }),
    `ALTER TABLE ${table}_default ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE ${table}_default FORCE ROW LEVEL SECURITY`,
  ];
}

const statements = [
  // What went out, beside where and when; null: told by an earlier version of the publisher.
  `ALTER TABLE published_targets ADD COLUMN permalink text, ADD COLUMN photo_id uuid, ADD COLUMN photos int,
    ADD COLUMN hashtags text[], ADD COLUMN source text`,
  // Albums come and go with events of their own: the newest that names one counts, also for a photo that is deleted.
  `ALTER TABLE library_photos ADD COLUMN album_id uuid, ADD COLUMN album_version bigint NOT NULL DEFAULT 0`,

  // Projection: on whose wall clock days and hours are.
  `CREATE TABLE business_refs (
    business_id uuid PRIMARY KEY,
    time_zone text NOT NULL,
    version bigint NOT NULL
  )`,
  ...tenantTable('business_refs'),

  // Readings as they were told: the truth that everything below can be rebuilt from.
  ...samples(
    'metric_samples',
    `business_id uuid NOT NULL, target_id uuid NOT NULL, read_at timestamptz NOT NULL, post_id uuid NOT NULL, ${figures},
    PRIMARY KEY (business_id, target_id, read_at)`,
  ),
  ...samples(
    'account_samples',
    `business_id uuid NOT NULL, account_id uuid NOT NULL, read_at timestamptz NOT NULL, platform text NOT NULL, followers int NOT NULL,
    PRIMARY KEY (business_id, account_id, read_at)`,
  ),

  // Roll-ups. The latest reading of each published target; a later one replaces it, an earlier one changes nothing.
  `CREATE TABLE target_figures (
    target_id uuid PRIMARY KEY,
    business_id uuid NOT NULL,
    read_at timestamptz NOT NULL,
    ${figures},
    interactions int GENERATED ALWAYS AS (CASE WHEN num_nonnulls(${counted.join(', ')}) > 0
      THEN ${counted.map((name) => `coalesce(${name}, 0)`).join(' + ')} END) STORED,
    audience int GENERATED ALWAYS AS (coalesce(reach, views)) STORED
  ) WITH (fillfactor = 80)`,
  'CREATE INDEX target_figures_of_business ON target_figures (business_id)',
  ...tenantTable('target_figures'),

  // The last reading of each account on each day of UTC.
  `CREATE TABLE follower_days (
    business_id uuid NOT NULL,
    account_id uuid NOT NULL,
    day date NOT NULL,
    platform text NOT NULL,
    followers int NOT NULL,
    read_at timestamptz NOT NULL,
    PRIMARY KEY (business_id, day, account_id)
  )`,
  ...tenantTable('follower_days'),

  // Sums over the targets that were published on a day of the business's wall clock, by what they have in common.
  `CREATE TABLE day_figures (
    business_id uuid NOT NULL,
    dimension text NOT NULL CONSTRAINT day_figures_dimension_is_known
      CHECK (dimension IN ('post', 'slot', 'album', 'source', 'style', 'format', 'hashtag')),
    day date NOT NULL,
    value text NOT NULL,
    posts int NOT NULL CONSTRAINT day_figures_without_posts_are_no_row CHECK (posts > 0),
    measured int NOT NULL,
    views bigint, reach bigint, likes bigint, comments bigint, shares bigint, saves bigint, clicks bigint,
    interactions bigint, audience bigint,
    read_at timestamptz,
    PRIMARY KEY (business_id, dimension, day, value),
    CONSTRAINT day_figures_measured_are_posts CHECK (measured BETWEEN 0 AND posts)
  )`,
  ...tenantTable('day_figures'),

  // The measured posts of each day with the most interactions: the best of a range are among those of its days.
  `CREATE TABLE day_tops (
    business_id uuid NOT NULL,
    day date NOT NULL,
    post_id uuid NOT NULL,
    platforms text[] NOT NULL,
    published_at timestamptz NOT NULL,
    permalink text,
    posts int NOT NULL,
    measured int NOT NULL,
    views bigint, reach bigint, likes bigint, comments bigint, shares bigint, saves bigint, clicks bigint,
    interactions bigint NOT NULL, audience bigint,
    PRIMARY KEY (business_id, day, post_id)
  )`,
  ...tenantTable('day_tops'),

  // Days whose sums no longer hold. A mark is taken by the transaction that sums them up again.
  `CREATE TABLE stale_days (
    business_id uuid NOT NULL,
    day date NOT NULL,
    marked_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (business_id, day)
  )`,
  'CREATE INDEX stale_days_by_age ON stale_days (marked_at)',
  ...tenantTable('stale_days'),
  'SELECT maintain_partitions()',
];

/** Samples of posts and accounts, and what is summed up from them. */
export class Samples20261123182 implements MigrationInterface {
  readonly name = 'Samples20261123182';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
