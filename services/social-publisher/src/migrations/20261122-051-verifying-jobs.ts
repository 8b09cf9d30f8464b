import { indexConcurrently } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Outcomes in doubt, found however many posts wait beside them. */
export class VerifyingJobs20261122051 implements MigrationInterface {
  readonly name = 'VerifyingJobs20261122051';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of indexConcurrently(
      'publish_jobs_verifying',
      `publish_jobs (account_id) WHERE state = 'verifying'`,
    )) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
