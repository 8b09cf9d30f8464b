import { fairIndex } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [...fairIndex('occurrences')];

/** The order in which businesses take turns. */
export class Turns20261122013 implements MigrationInterface {
  readonly name = 'Turns20261122013';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
