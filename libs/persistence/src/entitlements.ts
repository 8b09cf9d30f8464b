import { AppError, billingPeriod, periodicMetrics } from '@postloom/contracts';
import type { Entitlement, EventEnvelope, Tier } from '@postloom/contracts';
import { MissingFact } from './missing-fact.ts';
import { Scope } from './scope.ts';
import type { Tx } from './tx.ts';
import type { Uow } from './uow.ts';

/** A payer's plan as this service knows it. */
export interface PayerPlan {
  payerId: string;
  tier: Tier;
  /** The start of the first billing month. */
  periodAnchor: Date;
  version: number;
}

interface PlanRow {
  payer_id: string;
  tier: Tier;
  period_anchor: Date;
  version: number;
}

/** Asks identity for the plan of a payer that the projection does not know; null or `not_found` when there is none. */
export type PlanSource = (payerId: string) => Promise<Entitlement | null>;

/**
 * Projection of plans, and tombstones of deleted businesses, fed by identity's events. It may lag: a payer it does not know is
 * asked for once (`whenUnknown`), outside any transaction, and never guessed.
 */
export class Entitlements {
  private source: PlanSource | undefined;

  /** How an unknown payer is asked for; with it `Quotas` never fails for a payer who has just signed up. */
  whenUnknown(source: PlanSource): void {
    this.source = source;
  }

  /** Handler of identity.plan.changed. */
  async applyPlan(tx: Tx, envelope: EventEnvelope<Entitlement>): Promise<void> {
    await this.upsert(tx, envelope.data);
  }

  /** Handler of identity.business.deleted: the tombstone that pods of the version before read; this one reads `erasures`. */
  async buryBusiness(tx: Tx, envelope: EventEnvelope<{ businessId: string; payerId: string }>): Promise<void> {
    await tx.execute(
      `INSERT INTO business_payers AS b (business_id, payer_id, version, deleted_at) VALUES ($1, $2, $3, now())
      ON CONFLICT (business_id) DO UPDATE SET version = excluded.version, deleted_at = coalesce(b.deleted_at, now())`,
      [envelope.data.businessId, envelope.data.payerId, envelope.version],
    );
  }

  /** The payer's plan in the projection. */
  async forPayer(tx: Tx, payerId: string): Promise<PayerPlan | null> {
    const [row] = await tx.query<PlanRow>(
      'SELECT payer_id, tier, period_anchor, version FROM entitlements WHERE payer_id = $1',
      [payerId],
    );
    return row ? toPlan(row) : null;
  }

  /**
   * Like `forPayer`, for work that needs the plan.
   * @throws {MissingFact} the projection has none: the source is asked once the transaction has ended, and the work is repeated;
   * `unavailable` for the caller when there is no source or it has none either
   */
  async planOf(tx: Tx, payerId: string): Promise<PayerPlan> {
    const known = await this.forPayer(tx, payerId);
    if (known === null) {
      throw new MissingFact((uow) => this.learn(uow, payerId));
    }
    return known;
  }

  private async learn(uow: Uow, payerId: string): Promise<boolean> {
    const facts = this.source === undefined ? null : await this.ask(this.source, payerId);
    if (facts === null) {
      return false;
    }
    await uow.run(Scope.global(), (tx) => this.upsert(tx, facts));
    return true;
  }

  private async ask(source: PlanSource, payerId: string): Promise<Entitlement | null> {
    try {
      return await source(payerId);
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') {
        return null;
      }
      throw error;
    }
  }

  /**
   * Stores a plan; older versions change nothing. When the billing months start again, the open counts of posts and captions move into the
   * new period, so switching plans never refills them; a concurrent write to the old period finds it closed and retries in the new one.
   */
  async upsert(tx: Tx, facts: Entitlement): Promise<void> {
    const [before] = await tx.query<PlanRow & { now: Date }>(
      'SELECT payer_id, tier, period_anchor, version, now() AS now FROM entitlements WHERE payer_id = $1 FOR UPDATE',
      [facts.payerId],
    );
    const written = await tx.execute(
      `INSERT INTO entitlements AS e (payer_id, tier, period_anchor, version) VALUES ($1, $2, $3, $4)
      ON CONFLICT (payer_id) DO UPDATE SET tier = excluded.tier, period_anchor = excluded.period_anchor,
        version = excluded.version, updated_at = now() WHERE e.version < excluded.version`,
      [facts.payerId, facts.tier, facts.periodAnchor, facts.version],
    );
    if (!before || written === 0) {
      return;
    }
    const oldStart = billingPeriod(before.period_anchor, before.now).start;
    const newStart = billingPeriod(new Date(facts.periodAnchor), before.now).start;
    if (oldStart.getTime() === newStart.getTime()) {
      return;
    }
    for (const metric of periodicMetrics) {
      await this.carry(tx, facts.payerId, metric, oldStart, newStart);
    }
  }

  private async carry(tx: Tx, payerId: string, metric: string, oldStart: Date, newStart: Date): Promise<void> {
    const [old] = await tx.query<{ used: number; reserved: number }>(
      `INSERT INTO usage (payer_id, metric, period_start, closed) VALUES ($1, $2, $3, true)
      ON CONFLICT (payer_id, metric, period_start) DO UPDATE SET closed = true RETURNING used, reserved`,
      [payerId, metric, oldStart],
    );
    if (!old) {
      return;
    }
    await tx.execute(
      `INSERT INTO usage AS u (payer_id, metric, period_start, used, reserved) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (payer_id, metric, period_start)
      DO UPDATE SET used = u.used + excluded.used, reserved = u.reserved + excluded.reserved, closed = false`,
      [payerId, metric, newStart, old.used, old.reserved],
    );
    await tx.execute(
      'UPDATE reservations SET period_start = $4 WHERE payer_id = $1 AND metric = $2 AND period_start = $3',
      [payerId, metric, oldStart, newStart],
    );
    await tx.execute(
      'UPDATE usage SET used = 0, reserved = 0 WHERE payer_id = $1 AND metric = $2 AND period_start = $3',
      [payerId, metric, oldStart],
    );
  }
}

function toPlan(row: PlanRow): PayerPlan {
  return { payerId: row.payer_id, tier: row.tier, periodAnchor: row.period_anchor, version: row.version };
}
