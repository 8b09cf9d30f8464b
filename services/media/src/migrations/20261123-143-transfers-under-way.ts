import { indexConcurrently } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = indexConcurrently(
  'transfers_under_way',
  `transfers (business_id, expires_at) WHERE state IN ('open', 'joined')`,
);

/** Each new upload counts those under way: those that are done stay for an hour, and after a large import they are many. */
export class TransfersUnderWay20261123143 implements MigrationInterface {
  readonly name = 'TransfersUnderWay20261123143';
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
