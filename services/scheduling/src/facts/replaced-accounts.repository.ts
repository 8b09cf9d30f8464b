import { Injectable } from '@nestjs/common';
import type { Platform } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { ReplacementSignal } from './replacement-signal.ts';

export interface DecidedReplacement {
  readonly id: string;
  readonly businessId: string;
  readonly platform: Platform;
  readonly fromAccountId: string;
  readonly fromVersion: number;
  readonly toAccountId: string;
  readonly decision: 'move' | 'keep';
  readonly decidedBy: string | null;
}

/**
 * Is the decision `d` to move posts in force? It is while the account it was made about stays disconnected: one that comes back
 * speaks for its posts again.
 */
export const movesNow = (d: string): string => `(${d}.decision = 'move' AND EXISTS (SELECT 1 FROM account_refs gone
  WHERE gone.account_id = ${d}.from_account_id AND gone.business_id = ${d}.business_id
    AND gone.state = 'removed' AND gone.version = ${d}.from_version))`;

/** What persons decided about posts of accounts that were replaced. */
@Injectable()
export class ReplacedAccountsRepository {
  constructor(private readonly signal: ReplacementSignal) {}

  /** The decision about an account that is in force; null: nobody has decided, or the account has come back since. */
  async inForce(
    tx: Tx,
    businessId: string,
    fromAccountId: string,
  ): Promise<Pick<DecidedReplacement, 'decision' | 'toAccountId'> | null> {
    const [row] = await tx.query<{ decision: 'move' | 'keep'; to_account_id: string }>(
      `SELECT d.decision, d.to_account_id FROM account_replacements d
      JOIN account_refs a ON a.account_id = d.from_account_id AND a.state = 'removed' AND a.version = d.from_version
      WHERE d.business_id = $1 AND d.from_account_id = $2`,
      [businessId, fromAccountId],
    );
    return row === undefined ? null : { decision: row.decision, toAccountId: row.to_account_id };
  }

  /** The newest decision about an account replaces the one before; one to move is ready for the worker. */
  async decide(tx: Tx, decided: DecidedReplacement): Promise<void> {
    await tx.execute(
      `INSERT INTO account_replacements AS d (id, business_id, platform, from_account_id, from_version, to_account_id, decision,
        decided_by, ready_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, CASE WHEN $7 = 'move' THEN now() ELSE 'infinity'::timestamptz END)
      ON CONFLICT (business_id, from_account_id) DO UPDATE SET from_version = excluded.from_version,
        to_account_id = excluded.to_account_id, decision = excluded.decision, decided_by = excluded.decided_by,
        decided_at = now(), ready_at = excluded.ready_at, lease_until = '-infinity', lease_epoch = d.lease_epoch + 1, tries = 0`,
      [
        ...[decided.id, decided.businessId, decided.platform, decided.fromAccountId, decided.fromVersion],
        ...[decided.toAccountId, decided.decision, decided.decidedBy],
      ],
    );
    tx.afterCommit(() => this.signal.wake());
  }

  /** A post waits for this account: when such posts go from another one, the worker moves this one too. */
  async wake(tx: Tx, businessId: string, fromAccountId: string): Promise<void> {
    const changed = await tx.execute(
      `UPDATE account_replacements d
      SET ready_at = CASE WHEN lease_until > now() THEN '-infinity' ELSE least(ready_at, now()) END
      WHERE business_id = $1 AND from_account_id = $2 AND ${movesNow('d')}`,
      [businessId, fromAccountId],
    );
    if (changed > 0) {
      tx.afterCommit(() => this.signal.wake());
    }
  }
}
