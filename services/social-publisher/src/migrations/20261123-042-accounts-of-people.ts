import { indexConcurrently } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  ...indexConcurrently('accounts_of_grantor', 'accounts (platform, grantor_id)'),
  ...indexConcurrently('accounts_of_remote', 'accounts (platform, remote_id)'),
  ...indexConcurrently('revocations_of_account', 'revocations (account_id)'),
];

/** Finds everything about a person at a platform, connected or not. */
export class AccountsOfPeople20261123042 implements MigrationInterface {
  readonly name = 'AccountsOfPeople20261123042';
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
