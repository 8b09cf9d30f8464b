import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Where accounts live on servers of their own, `origin` is the address of theirs; null: the platform has one address for all, as
 * configured. Ids are given by each server, so with an origin `remote_id` and `grantor_id` begin with it: the unique constraint and
 * everything else that compares ids holds for platform, origin and id, in pods of the version before as well.
 */
export class AccountOrigins20261122071 implements MigrationInterface {
  name = 'AccountOrigins20261122071';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['accounts', 'account_secrets', 'oauth_flows', 'revocations']) {
      await runner.query(`ALTER TABLE ${table} ADD COLUMN origin text`);
    }
    await runner.query(`ALTER TABLE accounts ADD CONSTRAINT accounts_ids_begin_with_origin CHECK (
      origin IS NULL OR (starts_with(remote_id, origin || '/') AND starts_with(grantor_id, origin || '/'))) NOT VALID`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
