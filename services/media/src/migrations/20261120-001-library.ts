import { leasedColumns, tenantTable } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Library20261120001 implements MigrationInterface {
  name = 'Library20261120001';

  async up(runner: QueryRunner): Promise<void> {
    const statements = [
      `CREATE TABLE photos (
        id uuid PRIMARY KEY,
        business_id uuid NOT NULL,
        payer_id uuid NOT NULL,
        upload_id text NOT NULL,
        filename text NOT NULL,
        original_name text NOT NULL,
        alt_text text,
        album_id uuid,
        file_size bigint NOT NULL,
        width int NOT NULL,
        height int NOT NULL,
        mime_type text NOT NULL,
        sha256 text NOT NULL,
        status text NOT NULL DEFAULT 'processing',
        version bigint NOT NULL DEFAULT 1,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT photos_one_per_upload UNIQUE (business_id, upload_id),
        CONSTRAINT photos_status_is_known CHECK (status IN ('processing', 'ready', 'failed')),
        CONSTRAINT photos_type_is_known CHECK (mime_type IN ('image/jpeg', 'image/png', 'image/webp', 'image/heic')),
        CONSTRAINT photos_have_pixels_and_bytes CHECK (width > 0 AND height > 0 AND file_size > 0)
      )`,
      `CREATE INDEX photos_newest ON photos (business_id, created_at DESC, id DESC)`,
      ...tenantTable('photos'),
      // The work of deriving, one row per photo; its result is in outputs.
      `CREATE TABLE renditions (
        id uuid PRIMARY KEY REFERENCES photos ON DELETE CASCADE,
        business_id uuid NOT NULL,
        state text NOT NULL DEFAULT 'pending',
        outputs jsonb,
        ${leasedColumns()},
        CONSTRAINT renditions_state_is_known CHECK (state IN ('pending', 'ready', 'failed')),
        CONSTRAINT renditions_outputs_exactly_when_ready CHECK ((state = 'ready') = (outputs IS NOT NULL))
      )`,
      `CREATE INDEX renditions_ready_at ON renditions (greatest(ready_at, lease_until)) WHERE state = 'pending'`,
      ...tenantTable('renditions'),
      // An upload that was announced: its bytes are reserved until it ends or expires.
      `CREATE TABLE upload_intents (
        business_id uuid NOT NULL,
        upload_id text NOT NULL,
        payer_id uuid NOT NULL,
        photo_id uuid NOT NULL,
        reservation_id uuid NOT NULL,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (business_id, upload_id)
      )`,
      `CREATE INDEX upload_intents_expiry ON upload_intents (expires_at)`,
      ...tenantTable('upload_intents'),
      `CREATE TABLE scratch_pictures (
        id uuid PRIMARY KEY,
        business_id uuid NOT NULL,
        mime_type text,
        expires_at timestamptz NOT NULL
      )`,
      `CREATE INDEX scratch_pictures_expiry ON scratch_pictures (expires_at)`,
      ...tenantTable('scratch_pictures'),
      // Projection: which posts use which photos.
      `CREATE TABLE photo_uses (
        post_id uuid PRIMARY KEY,
        business_id uuid NOT NULL,
        photo_ids uuid[] NOT NULL,
        version bigint NOT NULL
      )`,
      `CREATE INDEX photo_uses_by_photo ON photo_uses USING gin (photo_ids)`,
      ...tenantTable('photo_uses'),
      // Objects without a row any more; no tenant left to belong to.
      `CREATE TABLE object_deletions (
        object_key text PRIMARY KEY,
        ready_at timestamptz NOT NULL
      )`,
      `CREATE INDEX object_deletions_ready_at ON object_deletions (ready_at)`,
    ];
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
