import { createHash } from 'node:crypto';
import pg from 'pg';
import type { RunFile } from '../../local/src/stack/run-file.ts';
import type { Customer } from './seed.ts';

/** Which rows of the first customer are copied: table, and the column that holds the id of its person or its business. */
const tables: readonly (readonly [table: string, column: string, owner: 'person' | 'business'])[] = [
  ['identity.users', 'id', 'person'],
  ['identity.subscriptions', 'payer_id', 'person'],
  ['identity.sessions', 'user_id', 'person'],
  ['identity.businesses', 'id', 'business'],
  ['identity.memberships', 'business_id', 'business'],
  ['publisher.accounts', 'business_id', 'business'],
  ['scheduling.business_refs', 'business_id', 'business'],
  ['scheduling.account_refs', 'business_id', 'business'],
  ['scheduling.photo_refs', 'business_id', 'business'],
  ['scheduling.entitlements', 'payer_id', 'person'],
  ['scheduling.usage', 'payer_id', 'person'],
  ['scheduling.posts', 'business_id', 'business'],
  ['scheduling.post_targets', 'business_id', 'business'],
  ['scheduling.photo_uses', 'business_id', 'business'],
];

/** Columns whose values are one customer's alone, besides ids. */
const own: Readonly<Record<string, string>> = {
  email: `n || '-' || email`,
  token_hash: `sha256(convert_to(pg_temp.bench_token(n), 'UTF8'))`,
  remote_id: `remote_id || '-' || n`,
};

/**
 * Copies one customer, with its accounts and posts, `count` times inside the database: too many to come in through the product's
 * calls in reasonable time. Every id becomes a new one, the same id the same one in every table.
 */
export async function cloneCustomers(stack: RunFile, original: Customer, count: number): Promise<Customer[]> {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query(`SET LOCAL session_replication_role = replica`); // rows come table by table, references later
    await client.query(`CREATE FUNCTION pg_temp.bench_id(id uuid, n int) RETURNS uuid IMMUTABLE LANGUAGE sql
      AS $$ SELECT overlay(overlay(md5(id || ':' || n) placing '7' from 13 for 1) placing '8' from 17 for 1)::uuid $$`);
    await client.query(`CREATE FUNCTION pg_temp.bench_token(n int) RETURNS text IMMUTABLE LANGUAGE sql
      AS $$ SELECT translate(rtrim(encode(sha256(convert_to('bench ' || n, 'UTF8')), 'base64'), '='), '+/', '-_') $$`);
    const {
      rows: [owner],
    } = await client.query<{ person: string }>(
      `SELECT user_id AS person FROM identity.memberships WHERE business_id = $1`,
      [original.businessId],
    );
    const ids = { person: owner?.person, business: original.businessId };
    const { rows: columns } = await client.query<{ table: string; name: string; type: string }>(
      `SELECT table_schema || '.' || table_name AS table, column_name AS name, udt_name AS type FROM information_schema.columns
      WHERE table_schema || '.' || table_name = ANY ($1) AND is_generated = 'NEVER' ORDER BY ordinal_position`,
      [tables.map(([table]) => table)],
    );
    for (const [table, column, by] of tables) {
      const of = columns.filter((one) => one.table === table);
      const values = of.map(({ name, type }) => copied(name, type));
      await client.query(
        `INSERT INTO ${table} (${of.map(({ name }) => name).join(', ')})
        SELECT ${values.join(', ')} FROM ${table}, generate_series(1, $2::int) AS n WHERE ${column} = $1`,
        [ids[by], count],
      );
    }
    const { rows } = await client.query<{ n: number; business: string; photo: string }>(
      `SELECT n, pg_temp.bench_id($1, n) AS business, pg_temp.bench_id($2, n) AS photo FROM generate_series(1, $3::int) AS n`,
      [original.businessId, original.photoId, count],
    );
    await client.query('COMMIT');
    const name = original.cookie.split('=')[0] ?? '';
    return rows.map(({ n, business, photo }) => ({
      cookie: `${name}=${createHash('sha256').update(`bench ${n}`).digest('base64url')}`,
      businessId: business,
      photoId: photo,
    }));
  } finally {
    await client.end();
  }
}

function copied(name: string, type: string): string {
  const special = own[name];
  if (special !== undefined) {
    return special;
  }
  switch (type) {
    case 'uuid':
      return `pg_temp.bench_id(${name}, n)`;
    case '_uuid':
      return `ARRAY(SELECT pg_temp.bench_id(id, n) FROM unnest(${name}) AS id)`;
    default:
      return name;
  }
}
