import { tenantTable } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  // Beside the rows, not in storage: each is smaller than 80 KB, and goes with one statement.
  `CREATE TABLE report_logos (
    business_id uuid PRIMARY KEY,
    png bytea NOT NULL CONSTRAINT report_logos_are_small CHECK (octet_length(png) <= 100000),
    width int NOT NULL,
    height int NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now()
  )`,
  ...tenantTable('report_logos'),
];

/** The logos on reports. */
export class ReportLogos20261124220 implements MigrationInterface {
  readonly name = 'ReportLogos20261124220';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
