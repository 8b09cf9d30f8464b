import { indexConcurrently } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = indexConcurrently(
  'object_deletions_of_business',
  `object_deletions (split_part(object_key, '/', 1))`,
);

/** Finds whether objects of an erased business are still to be deleted: their keys begin with its id. */
export class ObjectDeletionsOfBusiness20261123040 implements MigrationInterface {
  readonly name = 'ObjectDeletionsOfBusiness20261123040';
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
