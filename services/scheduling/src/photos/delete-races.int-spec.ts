import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { identityEvents, schedulingRpc } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { setTimeout as wait } from 'node:timers/promises';
import { SchedulingUnderTest } from '../testing/scheduling-under-test.ts';

const RACES = 250;
/** Posts become due within this time, and are deleted within its first half: on a busy machine a deletion takes a while to arrive. */
const SPREAD_MS = 8_000;

/** Everything races against the running dispatcher. "After": a handover that commits after the deletion did. */
describe('deletions raced with the dispatcher (F58)', () => {
  let under: SchedulingUnderTest;
  beforeAll(async () => {
    under = await SchedulingUnderTest.start();
  });
  afterAll(() => under.close());

  const inBatches = async <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> => {
    const done: T[] = [];
    for (let from = 0; from < count; from += 25) {
      const batch = Array.from({ length: Math.min(25, count - from) }, (_, offset) => work(from + offset));
      done.push(...(await Promise.all(batch)));
    }
    return done;
  };
  /** All due within the spread from now, in random order. */
  const becomeDue = (postIds: readonly string[]) =>
    under.sql(
      `UPDATE post_targets SET due_at = now() + interval '300 milliseconds' + random() * $2 * interval '1 millisecond'
      WHERE post_id = ANY ($1::uuid[])`,
      [postIds, SPREAD_MS],
    );
  const handovers = (column: string, ids: readonly string[]) =>
    under.sql<{ id: string; count: number }>(
      `SELECT ${column} AS id, count(*)::int AS count FROM outbox
      WHERE subject = 'scheduling.target.due.v1' AND ${column} = ANY ($1) GROUP BY 1`,
      [ids],
    );

  it(`${RACES} businesses deleted while their posts become due: nothing goes out after the deletion`, async () => {
    const made = await inBatches(RACES, async () => {
      const tenant = under.tenant({ platforms: ['instagram', 'facebook'] });
      return { tenant, post: await under.schedule(tenant) };
    });
    const businessIds = made.map(({ tenant }) => tenant.caller.businessId);
    await becomeDue(made.map(({ post }) => post.id));
    const deletions = made.map(async ({ tenant }) => {
      const { businessId } = tenant.caller;
      await wait(300 + (Math.random() * SPREAD_MS) / 2);
      const facts = { businessId, entityId: businessId, version: 9, data: { businessId, payerId: tenant.payerId } };
      await under.service.emitFrom(identityEvents.businessDeleted, facts);
    });
    // The number of handovers in the very snapshot in which a deletion is first seen; later ones would be too late.
    const atDeletion = new Map<string, number>();
    await eventually(
      'all deletions are seen',
      async () => {
        const seen = await under.sql<{ business_id: string; handed: number }>(
          `SELECT b.business_id, (SELECT count(*)::int FROM outbox o
            WHERE o.business_id = b.business_id AND o.subject = 'scheduling.target.due.v1') AS handed
          FROM business_refs b WHERE b.deleted_at IS NOT NULL AND b.business_id = ANY ($1::uuid[])`,
          [businessIds],
        );
        for (const { business_id: id, handed } of seen) {
          if (!atDeletion.has(id)) {
            atDeletion.set(id, handed);
          }
        }
        expect(atDeletion.size).toBe(RACES);
      },
      { timeoutMs: 60_000 },
    );
    await Promise.all(deletions);
    await eventually(
      'all rows are gone',
      async () => {
        expect(
          await under.sql('SELECT 1 AS row FROM posts WHERE business_id = ANY ($1::uuid[])', [businessIds]),
        ).toEqual([]);
      },
      { timeoutMs: 60_000 },
    );
    const after = new Map((await handovers('business_id', businessIds)).map(({ id, count }) => [id, count]));
    const late = businessIds.filter((id) => (after.get(id) ?? 0) !== atDeletion.get(id));
    expect(late).toEqual([]);
    const before = businessIds.filter((id) => (after.get(id) ?? 0) > 0).length;
    expect(before).toBeGreaterThan(0); // both sides won some: it was a race
    expect(before).toBeLessThan(RACES);
  }, 120_000);

  it(`${RACES} photos deleted while their posts become due: a post is either out before or a draft, never both`, async () => {
    const tenant = under.tenant({ platforms: ['instagram'] });
    const photos = under.photos(tenant, ...Array.from({ length: RACES }, () => ({ width: 1080, height: 1080 })));
    const posts = await inBatches(RACES, (index) => under.schedule(tenant, { photoId: photos[index] ?? '' }));
    const targets = await under.sql<{ id: string; post_id: string }>(
      'SELECT id, post_id FROM post_targets WHERE post_id = ANY ($1::uuid[])',
      [posts.map(({ id }) => id)],
    );
    await becomeDue(posts.map(({ id }) => id));
    await Promise.all(
      photos.map(async (photoId) => {
        await wait(300 + (Math.random() * SPREAD_MS) / 2);
        await under.rpc(schedulingRpc.photoUse, { photoId, detach: true }, tenant);
      }),
    );
    await eventually('every due time is over: what was to go out has gone', async () => {
      const ids = posts.map(({ id }) => id);
      const waiting = `SELECT 1 AS row FROM post_targets WHERE post_id = ANY ($1::uuid[]) AND state = 'scheduled'`;
      expect(await under.sql(waiting, [ids])).toEqual([]);
    });
    const handed = new Map(
      (
        await handovers(
          'entity_id',
          targets.map(({ id }) => id),
        )
      ).map(({ id, count }) => [id, count]),
    );
    const rows = await under.sql<{ target: string; state: string; status: string; photos: number }>(
      `SELECT t.id AS target, t.state, p.status, cardinality(p.photo_ids) AS photos FROM posts p JOIN post_targets t ON t.post_id = p.id
      WHERE p.id = ANY ($1::uuid[])`,
      [posts.map(({ id }) => id)],
    );
    expect(rows).toHaveLength(RACES);
    const shapes = rows.map(
      ({ target, state, status, photos: left }) => `${state} ${status} ${left} ${handed.get(target) ?? 0}`,
    );
    const [draft, out] = ['draft draft 0 0', 'dispatched scheduled 1 1'];
    expect(shapes.filter((shape) => shape !== draft && shape !== out)).toEqual([]);
    expect(shapes.filter((shape) => shape === draft).length).toBeGreaterThan(0);
    expect(shapes.filter((shape) => shape === out).length).toBeGreaterThan(0);
  }, 120_000);
});
