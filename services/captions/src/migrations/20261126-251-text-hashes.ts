import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The hashes of a generation's texts (`textHash`), by which a post is found to be one of them; null where it was written before. */
export class TextHashes20261126251 implements MigrationInterface {
  name = 'TextHashes20261126251';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE generations ADD COLUMN text_hashes text[]');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
