import type { MigrationInterface, QueryRunner } from 'typeorm';
import { leasedColumns, leasedIndex } from '../schema-sql.ts';

const statements = [
  // A deleted person: the work of erasing what is theirs and of no business, and the receipt when nothing is left of them. Then only a
  // hash of their id stays, by which a late event about them is recognized.
  `CREATE TABLE person_erasures (
    id uuid PRIMARY KEY,
    user_id uuid,
    user_hash bytea NOT NULL CONSTRAINT person_erasures_user_is_hashed CHECK (octet_length(user_hash) = 32),
    -- How many businesses were deleted with the person; each has its own row in erasures.
    businesses int NOT NULL CONSTRAINT person_erasures_businesses_is_a_count CHECK (businesses >= 0),
    requested_at timestamptz NOT NULL DEFAULT now(),
    emptied_at timestamptz,
    rows_deleted bigint NOT NULL DEFAULT 0,
    ${leasedColumns()},
    CONSTRAINT person_erasures_names_nobody_once_emptied CHECK ((emptied_at IS NULL) = (user_id IS NOT NULL))
  )`,
  leasedIndex('person_erasures'),
  'CREATE UNIQUE INDEX person_erasures_one_per_person ON person_erasures (user_hash)',
  'ALTER TABLE erasures ADD COLUMN person_erasure_id uuid',
  'CREATE INDEX erasures_of_a_person ON erasures (person_erasure_id) WHERE person_erasure_id IS NOT NULL',
];

export class PersonErasures20261123040 implements MigrationInterface {
  readonly name = 'PersonErasures20261123040';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
