import type { Tx } from '@postloom/persistence';

/** A producer whose feed this process compares now. */
export interface FeedRound {
  readonly producer: string;
  /** Grows with each claim; every further step names it. */
  readonly epoch: number;
}

/** Whose turn it is to compare the inbox with a producer's feed: one process of the service per producer, under a lease. */
export class FeedRoundsClaims {
  async register(tx: Tx, producers: readonly string[]): Promise<void> {
    await tx.execute(`INSERT INTO feed_rounds (producer) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING`, [
      producers,
    ]);
  }

  /** Claims the producer that has waited longest for its round, if any is due. */
  async claim(tx: Tx, producers: readonly string[], leaseMs: number): Promise<FeedRound | undefined> {
    const [row] = await tx.query<{ producer: string; epoch: number }>(
      `UPDATE feed_rounds SET lease_until = now() + make_interval(secs => $2), lease_epoch = lease_epoch + 1
       WHERE producer = (SELECT producer FROM feed_rounds
         WHERE producer = ANY($1) AND ready_at <= now() AND lease_until <= now()
         ORDER BY ready_at LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING producer, lease_epoch AS epoch`,
      [producers, leaseMs / 1_000],
    );
    return row;
  }

  /** Extends the lease to `leaseMs` from now. False: another process has the round now. */
  async extend(tx: Tx, { producer, epoch }: FeedRound, leaseMs: number): Promise<boolean> {
    const changed = await tx.execute(
      `UPDATE feed_rounds SET lease_until = now() + make_interval(secs => $3) WHERE producer = $1 AND lease_epoch = $2`,
      [producer, epoch, leaseMs / 1_000],
    );
    return changed === 1;
  }

  /** Ends the round; the next is due in `pauseMs`. False: another process has the round now. */
  async release(tx: Tx, { producer, epoch }: FeedRound, pauseMs: number): Promise<boolean> {
    const changed = await tx.execute(
      `UPDATE feed_rounds SET lease_until = '-infinity', ready_at = now() + make_interval(secs => $3)
       WHERE producer = $1 AND lease_epoch = $2`,
      [producer, epoch, pauseMs / 1_000],
    );
    return changed === 1;
  }
}
