import type { MigrationInterface, QueryRunner } from 'typeorm';
import { leasedColumns, leasedIndex, tenantTable } from '@postloom/persistence';

const schedules = `
  CREATE TABLE recurring_schedules (
    id uuid PRIMARY KEY,
    business_id uuid NOT NULL,
    payer_id uuid NOT NULL,
    author_id uuid NOT NULL,
    name text NOT NULL,
    frequency text NOT NULL,
    time_of_day text NOT NULL,
    platforms text[] NOT NULL,
    use_all_photos boolean NOT NULL,
    album_id uuid,
    weekdays smallint[],
    start_date date NOT NULL,
    end_date date,
    time_zone text NOT NULL,
    is_active boolean NOT NULL,
    next_local_slot text,
    next_due_at timestamptz,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    ${leasedColumns()},
    CONSTRAINT recurring_schedules_have_a_name CHECK (length(name) > 0),
    CONSTRAINT recurring_schedules_frequency_is_known CHECK
      (frequency IN ('daily', 'every_2_days', 'every_3_days', 'weekly', 'monthly')),
    CONSTRAINT recurring_schedules_time_is_a_wall_clock CHECK (time_of_day ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
    CONSTRAINT recurring_schedules_have_a_platform CHECK (cardinality(platforms) > 0),
    CONSTRAINT recurring_schedules_weekdays_only_weekly CHECK (weekdays IS NULL OR frequency = 'weekly'),
    CONSTRAINT recurring_schedules_end_after_their_start CHECK (end_date >= start_date),
    CONSTRAINT recurring_schedules_next_slot_is_whole CHECK ((next_local_slot IS NULL) = (next_due_at IS NULL)),
    CONSTRAINT recurring_schedules_paused_have_no_next_slot CHECK (is_active OR next_due_at IS NULL)
  )`;

const occurrences = `
  CREATE TABLE occurrences (
    id uuid PRIMARY KEY,
    business_id uuid NOT NULL,
    schedule_id uuid NOT NULL REFERENCES recurring_schedules (id) ON DELETE CASCADE,
    local_slot text NOT NULL,
    due_at timestamptz NOT NULL,
    status text NOT NULL DEFAULT 'planned',
    reason text,
    round integer,
    photo_id uuid,
    caption_by timestamptz,
    generation_id uuid,
    caption_failure text,
    post_id uuid,
    own_caption text,
    own_photo_id uuid,
    own_time text,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    ${leasedColumns()},
    CONSTRAINT occurrences_one_per_slot UNIQUE (schedule_id, local_slot),
    CONSTRAINT occurrences_one_per_instant UNIQUE (schedule_id, due_at),
    CONSTRAINT occurrences_status_is_known CHECK
      (status IN ('planned', 'picked', 'captioning', 'posted', 'drafted', 'skipped')),
    CONSTRAINT occurrences_say_why_nothing_was_posted CHECK ((status IN ('drafted', 'skipped')) = (reason IS NOT NULL)),
    CONSTRAINT occurrences_under_way_have_a_photo CHECK
      (status NOT IN ('picked', 'captioning', 'posted', 'drafted') OR (photo_id IS NOT NULL AND round IS NOT NULL)),
    CONSTRAINT occurrences_waiting_for_words_know_until_when CHECK (status <> 'captioning' OR caption_by IS NOT NULL),
    CONSTRAINT occurrences_have_a_post_exactly_when_made CHECK ((status IN ('posted', 'drafted')) = (post_id IS NOT NULL)),
    CONSTRAINT occurrences_own_caption_has_words CHECK (length(own_caption) > 0)
  )`;

const comments = [
  `COMMENT ON COLUMN recurring_schedules.next_due_at IS 'the only slot stored as an instant; everything further is computed'`,
  `COMMENT ON COLUMN recurring_schedules.ready_at IS 'the next slot less the lead; infinity = paused or ended'`,
  `COMMENT ON COLUMN occurrences.own_caption IS 'what the person chose for this one, as own_photo_id and own_time (HH:MM)'`,
  `COMMENT ON COLUMN occurrences.caption_by IS 'without a caption until then it becomes a draft'`,
];

const indexes = [
  leasedIndex('recurring_schedules'),
  leasedIndex('occurrences'),
  'CREATE INDEX recurring_schedules_of_business ON recurring_schedules (business_id, created_at)',
  'CREATE INDEX occurrences_of_business ON occurrences (business_id, due_at)',
  'CREATE INDEX occurrences_of_photo ON occurrences (schedule_id, photo_id, round) WHERE photo_id IS NOT NULL',
];

/** Which album a photo is in and since when it exists; `album_version` because the projection's own version has other readers. */
const albums = [
  `ALTER TABLE photo_refs ADD COLUMN album_id uuid, ADD COLUMN album_version bigint NOT NULL DEFAULT 0,
    ADD COLUMN uploaded_at timestamptz NOT NULL DEFAULT now()`,
  'CREATE INDEX photo_refs_of_album ON photo_refs (album_id) WHERE album_id IS NOT NULL',
];

/** A draft that a schedule made without a caption is empty and says so; whatever is to be published has a caption. */
const emptyDrafts = [
  'ALTER TABLE posts DROP CONSTRAINT posts_have_a_caption',
  `ALTER TABLE posts ADD CONSTRAINT posts_beyond_draft_have_a_caption CHECK (length(caption) > 0 OR status = 'draft')`,
];

/** Recurring schedules and their occurrences. */
export class Recurring1795219200021 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const tenants = ['recurring_schedules', 'occurrences'].flatMap((table) => tenantTable(table));
    const statements = [schedules, occurrences, ...comments, ...indexes, ...albums, ...emptyDrafts, ...tenants];
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  /** Forward only: a schema is corrected by the next migration. */
  down(): Promise<void> {
    throw new Error('Migrations of Postloom only go forward.');
  }
}
