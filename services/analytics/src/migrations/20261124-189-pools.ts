import { leasedColumns, leasedIndex, tenantTable } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const PLATFORMS = ['instagram', 'facebook', 'twitter', 'linkedin', 'tiktok'];
const INDUSTRIES = [
  ...['realestate', 'restaurant', 'fitness', 'beauty', 'photography', 'ecommerce', 'healthcare', 'construction'],
  ...['professional', 'events', 'other'],
];
const listed = (names: readonly string[]): string => names.map((name) => `('${name}')`).join(', ');

const statements = [
  // Null: not told yet.
  'ALTER TABLE business_refs ADD COLUMN industry text',
  'CREATE INDEX business_refs_of_industry ON business_refs (industry, business_id)',

  // What the businesses of an industry have shown on a platform, together; below ten nothing. No tenant: no row is about a business.
  `CREATE TABLE pools (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    platform text NOT NULL,
    industry text NOT NULL,
    businesses int NOT NULL DEFAULT 0,
    noise float8,
    precision_matrix float8[],
    weighted float8[],
    made_at timestamptz,
    ${leasedColumns()},
    CONSTRAINT pools_one_of_each UNIQUE (platform, industry),
    CONSTRAINT pools_are_of_many CHECK (businesses = 0 OR businesses >= 10),
    CONSTRAINT pools_are_whole CHECK ((businesses = 0) = (noise IS NULL) AND (businesses = 0) = (precision_matrix IS NULL)
      AND (businesses = 0) = (weighted IS NULL))
  )`,
  leasedIndex('pools'),
  `INSERT INTO pools (platform, industry) SELECT p, i
    FROM (VALUES ${listed(PLATFORMS)}) platforms (p), (VALUES ${listed(INDUSTRIES)}) industries (i)`,

  // What a business has put into a pool, to take it out again where that business is told what others have shown.
  `CREATE TABLE pool_members (
    business_id uuid NOT NULL,
    platform text NOT NULL,
    industry text NOT NULL,
    posts int[] NOT NULL,
    sums float8[] NOT NULL,
    squares float8 NOT NULL,
    PRIMARY KEY (business_id, platform)
  )`,
  'CREATE INDEX pool_members_of_pool ON pool_members (platform, industry)',
  ...tenantTable('pool_members'),
];

/** Best times learn from other businesses of the same industry. */
export class Pools20261124189 implements MigrationInterface {
  readonly name = 'Pools20261124189';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
