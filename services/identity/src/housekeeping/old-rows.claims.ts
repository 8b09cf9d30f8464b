import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';

const BATCH = 500;

/** Per table: rows nothing reads any more, and the column that finds them. Each statement takes a small batch. */
const oldRows: readonly { table: string; key: string; where: string }[] = [
  { table: 'sessions', key: 'token_hash', where: 'expires_at < now()' },
  { table: 'one_use_tokens', key: 'token_hash', where: `expires_at < now() - interval '30 days'` },
  { table: 'mail_queue', key: 'id', where: `coalesce(sent_at, given_up_at) < now() - interval '30 days'` },
];

@Injectable()
export class OldRowsClaims {
  /** Deletes one batch of each kind; true when there may be more. */
  async deleteBatch(tx: Tx): Promise<boolean> {
    let more = false;
    for (const { table, key, where } of oldRows) {
      const deleted = await tx.query(
        `DELETE FROM ${table} WHERE ${key} IN
           (SELECT ${key} FROM ${table} WHERE ${where} LIMIT $1 FOR UPDATE SKIP LOCKED) RETURNING ${key}`,
        [BATCH],
      );
      more ||= deleted.length === BATCH;
    }
    return more;
  }
}
