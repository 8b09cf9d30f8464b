import { tenantTable } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  // What the reports of a business look like, where somebody chose it.
  `CREATE TABLE report_brands (
    business_id uuid PRIMARY KEY REFERENCES businesses ON DELETE CASCADE,
    sender text CONSTRAINT report_brands_sender_has_1_to_100_characters CHECK (char_length(sender) BETWEEN 1 AND 100),
    color text CONSTRAINT report_brands_color_is_one CHECK (color ~ '^#[0-9a-fA-F]{6}$'),
    updated_at timestamptz NOT NULL DEFAULT now()
  )`,
  ...tenantTable('report_brands'),
];

/** The looks of reports. */
export class ReportBrands20261123075 implements MigrationInterface {
  readonly name = 'ReportBrands20261123075';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
