import { Injectable } from '@nestjs/common';
import { failedSince } from '@postloom/contracts';
import type { BusinessAttention } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';

/** Posts across tenants: the businesses of one person are looked at together, each in whose scope only its own would be seen. */
@Injectable()
export class TroubledPostsClaims {
  constructor(private readonly uow: Uow) {}

  /**
   * How many posts of each business need a person, as the dashboard brings them up (`needOf` and `failedSince` of the contracts): those that
   * failed lately, and all that have not ended and of which a part failed or waits for the person.
   * The payer comes from the signed caller; businesses of another one have none. What is not due yet has never failed: an edit sends all of
   * a post anew. Plan: for each business `posts_failed_lately` and the first rows of `posts_waiting`, whatever its history is.
   */
  count(businessIds: readonly string[], payerId: string | null): Promise<BusinessAttention[]> {
    return this.uow.run(
      Scope.system('what needs a person in all businesses of one payer'),
      async (tx) =>
        tx.query<BusinessAttention>(
          `SELECT b.id AS "businessId", failed.posts + waiting.posts AS things FROM unnest($1::uuid[]) AS b (id)
          CROSS JOIN LATERAL (SELECT count(*)::int AS posts FROM posts p
            WHERE p.business_id = b.id AND p.payer_id = $2 AND p.status = 'failed' AND p.settled_at >= $3::timestamptz) AS failed
          CROSS JOIN LATERAL (SELECT count(*)::int AS posts FROM posts p
            WHERE p.business_id = b.id AND p.payer_id = $2 AND p.status = 'scheduled' AND p.due_at <= now()
              AND EXISTS (SELECT FROM post_targets t WHERE t.post_id = p.id AND t.state IN ('failed', 'needs_attention'))) AS waiting
          WHERE failed.posts + waiting.posts > 0`,
          [businessIds, payerId, failedSince((await tx.now()).getTime())],
        ),
      { readOnly: true },
    );
  }
}
