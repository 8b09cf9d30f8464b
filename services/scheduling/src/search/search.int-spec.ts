import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { recurringRpc, searchRpc } from '@postloom/contracts';
import { SchedulingUnderTest } from '../testing/scheduling-under-test.ts';
import type { Tenant } from '../testing/scheduling-under-test.ts';

describe('the search of a plan', () => {
  let under: SchedulingUnderTest;
  let tenant: Tenant;
  beforeAll(async () => {
    under = await SchedulingUnderTest.start();
    tenant = under.tenant();
    for (const caption of ['Goes with ryes', 'Rye bread', 'Our best #rye', 'Cake']) {
      await under.create(tenant, { caption });
    }
    for (const [name, isActive] of [
      ['Rye on Mondays', false],
      ['Specials', true],
    ] as const) {
      await under.rpc(
        recurringRpc.scheduleCreate,
        {
          ...{ name, isActive, frequency: 'daily', timeOfDay: '09:00', platforms: ['instagram'] },
          ...{ useAllPhotos: true, albumId: null },
        },
        tenant,
      );
    }
  });
  afterAll(() => under.close());

  const search = (text: string, who = tenant) => under.rpc(searchRpc.scheduling, { search: text }, who);

  it('ranks posts and schedules on one scale: a hashtag before a caption, a whole word before a beginning', async () => {
    const { posts, schedules } = await search('rye');
    expect(posts.map(({ label, score }) => [label, score])).toEqual([
      ['Our best #rye', 44],
      ['Rye bread', 43],
      ['Goes with ryes', 33],
    ]);
    expect(posts[0]).toMatchObject({ status: 'draft', scheduledFor: null });
    expect(schedules).toMatchObject([{ label: 'Rye on Mondays', isActive: false, score: 44 }]);
  });

  it('forgives a mistyped word and wants every one', async () => {
    const { posts, schedules } = await search('specails');
    expect([posts.length, schedules.length]).toEqual([0, 1]);
    expect((await search('bread rye')).posts.map(({ label }) => label)).toEqual(['Rye bread']);
    expect((await search('cake rye')).posts).toEqual([]);
  });

  it('gives at most five of the newest, the beginning of a long caption, and nothing for signs alone', async () => {
    const other = under.tenant();
    for (let made = 1; made <= 6; made += 1) {
      await under.create(other, { caption: `Tart ${made} ${'x'.repeat(300)}` });
    }
    const { posts } = await search('tart', other);
    expect(posts.map(({ label }) => label.slice(0, 6))).toEqual(['Tart 6', 'Tart 5', 'Tart 4', 'Tart 3', 'Tart 2']);
    expect(posts[0]?.label).toHaveLength(200);
    expect(await search('%')).toEqual({ posts: [], schedules: [] });
  });

  it('ranks the newest of more than can be compared, also when a beginning stands for very many', async () => {
    const other = under.tenant();
    await under.sql(
      `WITH made AS (INSERT INTO posts (id, business_id, payer_id, caption, has_words, created_at)
         SELECT gen_random_uuid(), $1, $2, 'Bun ' || n, true, now() - interval '1 minute' * n FROM generate_series(1, 1500) n
         RETURNING id, business_id, created_at, substr(caption, 5)::int AS n)
       INSERT INTO post_words (business_id, word, created_at, post_id, weight)
       SELECT business_id, w.word, created_at, id, 3 FROM made,
         LATERAL (SELECT 'bun' AS word UNION SELECT 'bunx' || k FROM generate_series(1, 14) k) w`,
      [other.caller.businessId, other.payerId],
    );
    for (const text of ['bun', 'bunx', 'bun bunx']) {
      expect((await search(text, other)).posts.map(({ label }) => label)).toEqual([
        'Bun 1',
        'Bun 2',
        'Bun 3',
        'Bun 4',
        'Bun 5',
      ]);
    }
  });

  it('finds nothing of another business', async () => {
    expect(await search('rye', under.tenant())).toEqual({ posts: [], schedules: [] });
  });
});
