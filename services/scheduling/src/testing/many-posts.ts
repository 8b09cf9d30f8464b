import type { SchedulingUnderTest, Tenant } from './scheduling-under-test.ts';
import { soon } from './scheduling-under-test.ts';

/**
 * Scheduled posts in bulk: one is created through the API, the others are copies of its rows with ids and captions of their own, due every
 * 40 seconds from tomorrow on. None of them has a pending check.
 */
export async function manyPosts(under: SchedulingUnderTest, tenant: Tenant, count: number): Promise<void> {
  const post = await under.schedule(tenant, { scheduledFor: soon(86_400 - 600) });
  await under.sql(
    `WITH copies AS (
      SELECT gen_random_uuid() AS id, n FROM generate_series(2, $2) AS n),
    posts_made AS (
      INSERT INTO posts SELECT (jsonb_populate_record(p, jsonb_build_object('id', c.id, 'caption', 'Loaf ' || c.n, 'check_at', NULL,
        'due_at', p.due_at + c.n * interval '40 s'))).* FROM posts p CROSS JOIN copies c WHERE p.id = $1 RETURNING id)
    INSERT INTO post_targets SELECT (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'post_id', c.id,
      'due_at', t.due_at + c.n * interval '40 s'))).* FROM post_targets t CROSS JOIN copies c WHERE t.post_id = $1`,
    [post.id, count],
  );
  await under.sql('UPDATE posts SET check_at = NULL WHERE business_id = $1', [tenant.caller.businessId]);
}
