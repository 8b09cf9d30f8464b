import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  // What a newer round asks for, where it differs, while the outcome of the earlier one is being verified.
  `ALTER TABLE publish_jobs ADD COLUMN next_caption text, ADD COLUMN next_photo_ids uuid[],
    ADD CONSTRAINT publish_jobs_next_is_whole CHECK ((next_caption IS NULL) = (next_photo_ids IS NULL))`,
];

export class NewerRounds1764547200030 implements MigrationInterface {
  readonly name = 'NewerRounds1764547200030';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
