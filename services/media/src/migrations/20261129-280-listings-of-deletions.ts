import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which listing of an object this is: whoever deletes it sees whether it was listed anew meanwhile, also after the claim has ended. */
export class ListingsOfDeletions20261129280 implements MigrationInterface {
  readonly name = 'ListingsOfDeletions20261129280';

  async up(runner: QueryRunner): Promise<void> {
    // Rows that are listed already have none, so that the table is not rewritten.
    await runner.query(
      `ALTER TABLE object_deletions ADD COLUMN listing uuid, ALTER COLUMN listing SET DEFAULT gen_random_uuid()`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
