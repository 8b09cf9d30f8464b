import { tenantTable } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  // Projection: on whose wall clock the days of a library are.
  `CREATE TABLE business_refs (
    business_id uuid PRIMARY KEY,
    time_zone text NOT NULL,
    version bigint NOT NULL
  )`,
  ...tenantTable('business_refs'),
];

/** The zones of businesses, as identity tells them. */
export class BusinessZones20261125230 implements MigrationInterface {
  readonly name = 'BusinessZones20261125230';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
