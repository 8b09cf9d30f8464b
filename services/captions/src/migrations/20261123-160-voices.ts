import { tenantTable } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How each business wants to sound (contract `CaptionVoice`): one row that is read and written whole. */
export class Voices20261123160 implements MigrationInterface {
  name = 'Voices20261123160';

  async up(runner: QueryRunner): Promise<void> {
    const statements = [
      `CREATE TABLE voices (
        business_id uuid PRIMARY KEY,
        voice jsonb NOT NULL,
        updated_at timestamptz NOT NULL DEFAULT now()
      )`,
      ...tenantTable('voices'),
    ];
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
