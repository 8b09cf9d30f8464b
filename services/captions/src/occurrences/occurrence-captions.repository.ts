import { Injectable } from '@nestjs/common';
import type { AiProvider, Platform } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import type { Usage } from '../providers/index.ts';

/** A caption requested by a recurring schedule. */
export interface OccurrenceCaption {
  /** Of the generation it becomes, and of its reservation. */
  readonly id: string;
  readonly businessId: string;
  readonly occurrenceId: string;
  readonly photoId: string;
  readonly platforms: readonly Platform[];
  /** Who made the schedule: it is written with this person's preferences. */
  readonly userId: string;
  readonly payerId: string;
  readonly neededBy: Date;
}

const columns = `id, business_id AS "businessId", occurrence_id AS "occurrenceId", photo_id AS "photoId", platforms,
  user_id AS "userId", payer_id AS "payerId", needed_by AS "neededBy"`;

/** Most tokens that a row holds: a provider may report any number, at every try. */
const MOST_KEPT = 2_147_483_647;

@Injectable()
export class OccurrenceCaptionsRepository {
  /**
   * Records a caption request in the lane of the provider that will be asked first, unless the caption was already written for this
   * occurrence and photo; then returns its generation's id. A failed one is tried again.
   */
  async ask(tx: Tx, request: OccurrenceCaption, lane: AiProvider): Promise<{ doneId: string | null }> {
    const [row] = await tx.query<{ id: string; state: string }>(
      `INSERT INTO occurrence_captions AS o (id, business_id, occurrence_id, photo_id, platforms, user_id, payer_id, needed_by, lane)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      ON CONFLICT (occurrence_id, photo_id) DO UPDATE SET needed_by = excluded.needed_by, platforms = excluded.platforms,
        lane = excluded.lane,
        state = CASE WHEN o.state = 'failed' THEN 'open' ELSE o.state END,
        ready_at = CASE WHEN o.state = 'failed' THEN now() ELSE o.ready_at END
      WHERE o.business_id = excluded.business_id RETURNING id, state`,
      [
        ...[
          request.id,
          request.businessId,
          request.occurrenceId,
          request.photoId,
          request.platforms,
          request.userId,
          request.payerId,
        ],
        request.neededBy,
        lane,
      ],
    );
    return { doneId: row?.state === 'done' ? row.id : null };
  }

  /** The claimed open request, while the caller still has the lease. */
  async lockLeased(
    tx: Tx,
    businessId: string,
    id: string,
    epoch: number,
  ): Promise<{ request: OccurrenceCaption; now: Date } | null> {
    const [row] = await tx.query<OccurrenceCaption & { now: Date }>(
      `SELECT ${columns}, clock_timestamp() AS now FROM occurrence_captions
      WHERE id = $1 AND business_id = $2 AND lease_epoch = $3 AND state = 'open' FOR UPDATE`,
      [id, businessId, epoch],
    );
    if (row === undefined) {
      return null;
    }
    const { now, ...request } = row;
    return { request, now };
  }

  /**
   * Adds what a try used, whoever has the lease by now: it was paid for.
   *
   * @returns what all tries used so far
   */
  async addUsage(tx: Tx, businessId: string, id: string, usage: Usage): Promise<Usage> {
    const [row] = await tx.query<Usage>(
      `UPDATE occurrence_captions SET tokens_read = least(tokens_read::bigint + $3, ${MOST_KEPT}),
         tokens_written = least(tokens_written::bigint + $4, ${MOST_KEPT}),
         cost_dollars = CASE WHEN $5::numeric IS NULL THEN cost_dollars ELSE coalesce(cost_dollars, 0) + $5 END
       WHERE id = $1 AND business_id = $2
       RETURNING tokens_read AS "tokensRead", tokens_written AS "tokensWritten", cost_dollars::float8 AS dollars`,
      [id, businessId, usage.tokensRead, usage.tokensWritten, usage.dollars],
    );
    return row ?? usage;
  }

  async end(tx: Tx, id: string, state: 'done' | 'failed'): Promise<void> {
    await tx.execute('UPDATE occurrence_captions SET state = $2 WHERE id = $1', [id, state]);
  }
}
