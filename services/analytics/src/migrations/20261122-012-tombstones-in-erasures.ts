import { tombstonesOf } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [tombstonesOf('erased_businesses', 'id', 'erased_at')];

/** The tombstones move to `erasures`; only pods of the previous version still write erased_businesses. */
export class TombstonesInErasures20261122012 implements MigrationInterface {
  readonly name = 'TombstonesInErasures20261122012';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
