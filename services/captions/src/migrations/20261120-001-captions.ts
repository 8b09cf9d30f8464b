import { tenantTable } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Captions20261120001 implements MigrationInterface {
  name = 'Captions20261120001';

  async up(runner: QueryRunner): Promise<void> {
    const statements = [
      `CREATE TABLE generations (
        id uuid PRIMARY KEY,
        business_id uuid NOT NULL,
        user_id uuid NOT NULL,
        photo_id uuid,
        provider text NOT NULL,
        style text NOT NULL,
        idempotency_key text,
        body_hash text NOT NULL,
        state text NOT NULL DEFAULT 'running',
        answer jsonb,
        created_at timestamptz NOT NULL DEFAULT now(),
        finished_at timestamptz,
        CONSTRAINT generations_state_is_known CHECK (state IN ('running', 'done', 'failed')),
        CONSTRAINT generations_finished_exactly_when_ended CHECK ((state = 'running') = (finished_at IS NULL)),
        CONSTRAINT generations_answer_exactly_when_done CHECK ((state = 'done') = (answer IS NOT NULL))
      )`,
      // A key identifies one generation; a failed one frees it, so that the same request can be tried again.
      `CREATE UNIQUE INDEX generations_one_per_key ON generations (user_id, idempotency_key)
        WHERE idempotency_key IS NOT NULL AND state <> 'failed'`,
      `CREATE INDEX generations_history ON generations (business_id, created_at DESC) WHERE state = 'done'`,
      `CREATE INDEX generations_recent_of_user ON generations (user_id, created_at)`,
      ...tenantTable('generations'),
      `CREATE TABLE ai_settings (
        business_id uuid PRIMARY KEY,
        provider text NOT NULL,
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT ai_settings_provider_is_known CHECK (provider IN ('openai', 'anthropic', 'grok'))
      )`,
      ...tenantTable('ai_settings'),
      // A person's own preferences, the same in each of their businesses: no tenant.
      `CREATE TABLE preferences (
        user_id uuid PRIMARY KEY,
        default_caption_style text NOT NULL,
        auto_generate_captions boolean NOT NULL,
        include_hashtags boolean NOT NULL,
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT preferences_style_is_known CHECK (default_caption_style IN ('professional', 'casual', 'artistic', 'promotional'))
      )`,
    ];
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
