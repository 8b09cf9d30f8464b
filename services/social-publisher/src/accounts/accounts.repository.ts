import { Injectable } from '@nestjs/common';
import { platforms } from '@postloom/contracts';
import type { Platform } from '@postloom/contracts';
import { listPage } from '@postloom/persistence';
import type { List, PageQuery, Tx } from '@postloom/persistence';
import { accountKey, idOfKey } from '../platforms/index.ts';
import type { Account, AccountState } from './account.ts';

interface AccountRow {
  id: string;
  business_id: string;
  payer_id: string;
  platform: Platform;
  origin: string | null;
  remote_id: string;
  grantor_id: string;
  name: string;
  username: string;
  avatar_url: string | null;
  state: AccountState;
  broken_reason: string | null;
  token_expires_at: Date | null;
  connected_at: Date;
  version: number;
}

const columns = `id, business_id, payer_id, platform, origin, remote_id, grantor_id, name, username, avatar_url, state, broken_reason,
  token_expires_at, connected_at, version`;

export interface ConnectedFacts {
  readonly id: string;
  readonly businessId: string;
  readonly payerId: string;
  readonly platform: Platform;
  readonly origin: string | null;
  readonly remoteId: string;
  readonly grantorId: string;
  readonly name: string;
  readonly username: string;
  readonly avatarUrl: string | null;
  readonly scopes: readonly string[];
  readonly tokenExpiresAt: Date | null;
}

const newestFirst = {
  name: 'newest accounts',
  sort: 'connected_at',
  type: 'timestamptz',
  id: 'id',
  direction: 'DESC',
} as const;

@Injectable()
export class AccountsRepository {
  /**
   * Everything connected, newest first, with the clock that decides about expiry. @throws AppError validation_failed for a cursor that was
   * not issued here
   */
  async page<T>(
    tx: Tx,
    businessId: string,
    query: PageQuery,
    show: (account: Account, now: Date) => T,
  ): Promise<List<T>> {
    const page = listPage(newestFirst, query, [businessId]);
    const rows = await tx.query<AccountRow & { now: Date; position: string }>(
      `SELECT ${columns}, now() AS now, ${page.position} AS position FROM accounts
        WHERE business_id = $1 AND state <> 'removed' ${page.after} ORDER BY ${page.order} LIMIT ${page.limit}`,
      page.parameters,
    );
    return page.answer(
      rows,
      (row) => show(toAccount(row), row.now),
      async () => {
        const [row] = await tx.query<{ total: number }>(
          `SELECT count(*)::int AS total FROM accounts WHERE business_id = $1 AND state <> 'removed'`,
          [businessId],
        );
        return row?.total ?? 0;
      },
    );
  }

  /** The whole of it, in the order of the platforms. */
  async connected(tx: Tx, businessId: string): Promise<{ accounts: Account[]; now: Date }> {
    const rows = await tx.query<AccountRow & { now: Date }>(
      `SELECT ${columns}, now() AS now FROM accounts WHERE business_id = $1 AND state <> 'removed'
      ORDER BY array_position($2::text[], platform), connected_at`,
      [businessId, platforms],
    );
    return { accounts: rows.map(toAccount), now: rows[0]?.now ?? new Date(0) };
  }

  /** One connect or disconnect of a platform at a time: the second waits for the first. */
  async lockPlatform(tx: Tx, businessId: string, platform: Platform): Promise<void> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 11))`, [`${businessId}/${platform}`]);
  }

  async current(tx: Tx, businessId: string, platform: Platform): Promise<Account | null> {
    const [row] = await tx.query<AccountRow>(
      `SELECT ${columns} FROM accounts WHERE business_id = $1 AND platform = $2 AND state <> 'removed'`,
      [businessId, platform],
    );
    return row ? toAccount(row) : null;
  }

  /** Was an account of this platform connected before, and is none now? */
  async wasDisconnected(tx: Tx, businessId: string, platform: Platform): Promise<boolean> {
    const rows = await tx.query(
      `SELECT 1 AS gone FROM accounts WHERE business_id = $1 AND platform = $2 AND state = 'removed' LIMIT 1`,
      [businessId, platform],
    );
    return rows.length > 0;
  }

  async byId(tx: Tx, businessId: string, id: string): Promise<Account | null> {
    const [row] = await tx.query<AccountRow>(`SELECT ${columns} FROM accounts WHERE business_id = $1 AND id = $2`, [
      businessId,
      id,
    ]);
    return row ? toAccount(row) : null;
  }

  async all(tx: Tx, businessId: string): Promise<Account[]> {
    const rows = await tx.query<AccountRow>(
      `SELECT ${columns} FROM accounts WHERE business_id = $1 AND state <> 'removed'`,
      [businessId],
    );
    return rows.map(toAccount);
  }

  /** A new account, or the same one back: it keeps its id, so that waiting posts follow. */
  async saveConnected(tx: Tx, facts: ConnectedFacts): Promise<Account> {
    const [row] = await tx.query<AccountRow>(
      `INSERT INTO accounts AS a (id, business_id, payer_id, platform, remote_id, grantor_id, name, username, avatar_url, scopes, state, token_expires_at, origin)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'active', $11, $12)
      ON CONFLICT (business_id, platform, remote_id) DO UPDATE SET payer_id = excluded.payer_id,
        grantor_id = excluded.grantor_id, name = excluded.name, username = excluded.username, avatar_url = excluded.avatar_url,
        scopes = excluded.scopes, state = 'active', broken_reason = NULL, token_expires_at = excluded.token_expires_at,
        connected_at = now(), version = a.version + 1
      RETURNING ${columns}`,
      [
        facts.id,
        facts.businessId,
        facts.payerId,
        facts.platform,
        accountKey(facts.origin, facts.remoteId),
        accountKey(facts.origin, facts.grantorId),
        facts.name,
        facts.username,
        facts.avatarUrl,
        [...facts.scopes],
        facts.tokenExpiresAt,
        facts.origin,
      ],
    );
    if (!row) {
      throw new Error('an upsert with RETURNING gave no row');
    }
    return toAccount(row);
  }

  /** Null: it was already in that state. */
  async setState(
    tx: Tx,
    businessId: string,
    id: string,
    state: 'broken' | 'removed',
    reason: string | null,
  ): Promise<Account | null> {
    const [row] = await tx.query<AccountRow>(
      `UPDATE accounts SET state = $3, broken_reason = $4, version = version + 1
      WHERE business_id = $1 AND id = $2 AND state <> $3 AND state <> 'removed' RETURNING ${columns}`,
      [businessId, id, state, reason],
    );
    return row ? toAccount(row) : null;
  }

  /**
   * What named a person on a disconnected account is gone; the row stays as long as posts refer to it. Its id at the platform stays too
   * while the outcome of a call is open, because only with it can that be found out.
   */
  async forgetPerson(tx: Tx, businessId: string, id: string): Promise<void> {
    await tx.execute(
      `UPDATE accounts a SET name = '', username = '', avatar_url = NULL, scopes = '{}', version = version + 1,
        grantor_id = 'forgotten ' || id, remote_id = CASE WHEN EXISTS (
          SELECT FROM publish_jobs j WHERE j.account_id = a.id AND j.state IN ('verifying', 'confirmed'))
          THEN remote_id ELSE 'forgotten ' || id END
      WHERE business_id = $1 AND id = $2 AND state = 'removed'`,
      [businessId, id],
    );
  }

  /** Locks the row. Lock order: the account before its lane. */
  async lock(tx: Tx, businessId: string, id: string): Promise<void> {
    await tx.query('SELECT 1 AS locked FROM accounts WHERE business_id = $1 AND id = $2 FOR NO KEY UPDATE', [
      businessId,
      id,
    ]);
  }

  async setTokenExpiry(tx: Tx, businessId: string, id: string, expiresAt: Date | null): Promise<void> {
    await tx.execute('UPDATE accounts SET token_expires_at = $3 WHERE business_id = $1 AND id = $2', [
      businessId,
      id,
      expiresAt,
    ]);
  }
}

function toAccount(row: AccountRow): Account {
  return {
    id: row.id,
    businessId: row.business_id,
    payerId: row.payer_id,
    platform: row.platform,
    origin: row.origin,
    remoteId: idOfKey(row.origin, row.remote_id),
    grantorId: idOfKey(row.origin, row.grantor_id),
    name: row.name,
    username: row.username,
    avatarUrl: row.avatar_url,
    state: row.state,
    brokenReason: row.broken_reason,
    tokenExpiresAt: row.token_expires_at,
    connectedAt: row.connected_at,
    version: row.version,
  };
}
