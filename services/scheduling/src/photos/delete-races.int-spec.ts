import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { identityEvents, schedulingRpc } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { SchedulingUnderTest } from '../testing/scheduling-under-test.ts';

const RACES = 250;
/** So many are out before the first deletion begins, and so many become due only after the last: neither side wins all, however busy the machine. */
const FIRST = 25;
/** The others become due within this time, beside the deletions. */
const SPREAD_MS = 4_000;

/** Everything races against the running dispatcher. "After": a handover that commits after the deletion did. */
describe('deletions raced with the dispatcher (F58)', () => {
  let under: SchedulingUnderTest;
  beforeAll(async () => {
    under = await SchedulingUnderTest.start();
  });
  afterAll(() => under.close());

  const inBatches = async <I, T>(items: readonly I[], work: (item: I) => Promise<T>): Promise<T[]> => {
    const done: T[] = [];
    for (let from = 0; from < items.length; from += 25) {
      done.push(...(await Promise.all(items.slice(from, from + 25).map(work))));
    }
    return done;
  };
  /** All due within the spread from now, in random order. */
  const becomeDue = (postIds: readonly string[], spreadMs: number) =>
    under.sql(
      `UPDATE post_targets SET due_at = now() + random() * $2 * interval '1 millisecond' WHERE post_id = ANY ($1::uuid[])`,
      [postIds, spreadMs],
    );
  const allHandled = (sentence: string, postIds: readonly string[]) =>
    eventually(
      sentence,
      async () => {
        const waiting = `SELECT 1 AS row FROM post_targets WHERE post_id = ANY ($1::uuid[]) AND state = 'scheduled'`;
        expect(await under.sql(waiting, [postIds])).toEqual([]);
      },
      { timeoutMs: 60_000 },
    );
  /** The first are out already; the last wait for `lastBecomeDue`, the others become due from now on. */
  const begin = async (postIds: readonly string[]): Promise<{ lastBecomeDue: () => Promise<unknown> }> => {
    const first = postIds.slice(0, FIRST);
    await becomeDue(first, 0);
    await allHandled('the first are out', first);
    await becomeDue(postIds.slice(FIRST, -FIRST), SPREAD_MS);
    return { lastBecomeDue: () => becomeDue(postIds.slice(-FIRST), 0) };
  };
  const handovers = (column: string, ids: readonly string[]) =>
    under.sql<{ id: string; count: number }>(
      `SELECT ${column} AS id, count(*)::int AS count FROM outbox
      WHERE subject = 'scheduling.target.due.v1' AND ${column} = ANY ($1) GROUP BY 1`,
      [ids],
    );

  it(`${RACES} businesses deleted while their posts become due: nothing goes out after the deletion`, async () => {
    const tenants = Array.from({ length: RACES }, () => under.tenant({ platforms: ['instagram', 'facebook'] }));
    const posts = await inBatches(tenants, (tenant) => under.schedule(tenant));
    const businessIds = tenants.map(({ caller }) => caller.businessId);
    const { lastBecomeDue } = await begin(posts.map(({ id }) => id));
    const deletions = inBatches(tenants, async ({ caller: { businessId }, payerId }) => {
      const facts = { businessId, entityId: businessId, version: 9, data: { businessId, payerId } };
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
    await deletions;
    await lastBecomeDue();
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
    expect(before).toBeGreaterThanOrEqual(FIRST);
    expect(before).toBeLessThanOrEqual(RACES - FIRST);
  }, 120_000);

  it(`${RACES} photos deleted while their posts become due: a post is either out before or a draft, never both`, async () => {
    const tenant = under.tenant({ platforms: ['instagram'] });
    const photos = under.photos(tenant, ...Array.from({ length: RACES }, () => ({ width: 1080, height: 1080 })));
    const posts = await inBatches(photos, (photoId) => under.schedule(tenant, { photoId }));
    const targets = await under.sql<{ id: string; post_id: string }>(
      'SELECT id, post_id FROM post_targets WHERE post_id = ANY ($1::uuid[])',
      [posts.map(({ id }) => id)],
    );
    const { lastBecomeDue } = await begin(posts.map(({ id }) => id));
    await inBatches(photos, (photoId) => under.rpc(schedulingRpc.photoUse, { photoId, detach: true }, tenant));
    await lastBecomeDue();
    await allHandled(
      'every due time is over: what was to go out has gone',
      posts.map(({ id }) => id),
    );
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
    expect(shapes.filter((shape) => shape === draft).length).toBeGreaterThanOrEqual(FIRST);
    expect(shapes.filter((shape) => shape === out).length).toBeGreaterThanOrEqual(FIRST);
  }, 120_000);
});
