import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { rowsOf, schedulingRpc } from '@postloom/contracts';
import type { Post } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { eventually } from '@postloom/testing';
import { SchedulingUnderTest } from '../testing/scheduling-under-test.ts';
import type { Tenant } from '../testing/scheduling-under-test.ts';
import { PostWordsRepository } from './post-words.repository.ts';

describe('posts are found by their words', () => {
  let under: SchedulingUnderTest;
  let tenant: Tenant;
  beforeAll(async () => {
    under = await SchedulingUnderTest.start();
  });
  afterAll(() => under.close());
  beforeEach(() => {
    tenant = under.tenant();
  });

  const found = async (search: string) =>
    rowsOf((await under.rpc(schedulingRpc.postList, { search }, tenant)) as Post[]).map(({ caption }) => caption);
  const edit = (post: Post, changes: object) =>
    under.rpc(schedulingRpc.postUpdate, { id: post.id, changes: { version: post.version, ...changes } }, tenant);
  const stored = async (table: 'post_words' | 'post_grams') => {
    const rows = await under.sql<{ word: string }>(
      `SELECT DISTINCT word FROM ${table} WHERE business_id = $1 ORDER BY word`,
      [tenant.caller.businessId],
    );
    return rows.map(({ word }) => word);
  };

  it.each([
    ['the beginning of a word', 'croi'],
    ['a mistyped word', 'crossant'],
    ['a word that is cut off in front', 'oissant'],
    ['no case and no accent', 'CREME'],
    ['a hashtag', '#SundayTreat'],
    ['words in another order', 'cafe croissants'],
    ['the text of one platform', 'thread'],
  ])('by %s', async (_, search) => {
    await under.create(tenant, {
      caption: 'Croissants with Crème at the café #SundayTreat',
      captionByPlatform: { facebook: 'A longer thread' },
    });
    await under.create(tenant, { caption: 'Rye bread' });
    expect(await found(search)).toEqual(['Croissants with Crème at the café #SundayTreat']);
  });

  it('only when every word is there, the newest first', async () => {
    for (const caption of ['Rye bread', 'Rye rolls', 'White bread', 'Ryebread']) {
      await under.create(tenant, { caption });
    }
    expect(await found('rye')).toEqual(['Ryebread', 'Rye rolls', 'Rye bread']);
    expect(await found('bread rye')).toEqual(['Rye bread']);
    expect(await found('rye zebra')).toEqual([]);
  });

  it('those of an edit at once and the old ones no more', async () => {
    const post = await under.create(tenant, { caption: 'Zebra cake' });
    await edit(post, { caption: 'Giraffe cake' });
    expect(await found('zebra')).toEqual([]);
    expect(await found('girafe')).toEqual(['Giraffe cake']);
    await eventually('the groups of the old word are gone', async () =>
      expect(await stored('post_grams')).toEqual(['cake', 'giraffe']),
    );
  });

  it('until the post is deleted', async () => {
    const post = await under.create(tenant, { caption: 'Zebra cake' });
    await under.rpc(schedulingRpc.postDelete, { id: post.id }, tenant);
    expect(await stored('post_words')).toEqual([]);
    await eventually('no group is left', async () => expect(await stored('post_grams')).toEqual([]));
  });

  it('and leaves no group either while words are written in another business', async () => {
    // In either order what is left of the busy one is looked at first.
    const [busy, quiet] = [under.tenant(), under.tenant()].toSorted((one, other) =>
      one.caller.businessId < other.caller.businessId ? -1 : 1,
    ) as [Tenant, Tenant];
    const posts = [await under.create(busy, { caption: 'Zebra cake' })];
    posts.push(await under.create(quiet, { caption: 'Zebra cake' }));
    const { businessId } = busy.caller;
    const words = under.service.get(PostWordsRepository);
    await under.service.get(Uow).run(Scope.business(businessId), async (tx) => {
      await words.add(tx, businessId, []);
      for (const [at, one] of [busy, quiet].entries()) {
        await under.rpc(schedulingRpc.postDelete, { id: posts[at]?.id ?? '' }, one);
      }
      tenant = quiet;
      await eventually('no group is left', async () => {
        await words.add(tx, businessId, []);
        expect(await stored('post_grams')).toEqual([]);
      });
    });
    tenant = busy;
    await eventually('nor there when they are written', async () => expect(await stored('post_grams')).toEqual([]));
  }, 90_000);

  it('also those that were written without words, and those that a process without them has changed', async () => {
    const [first, second] = await Promise.all(
      ['Zebra cake', 'Lemon tart'].map((caption) => under.create(tenant, { caption })),
    );
    await under.sql('DELETE FROM post_words WHERE post_id = $1', [first?.id]);
    await under.sql('UPDATE posts SET has_words = false WHERE id = $1', [first?.id]);
    await under.sql(`UPDATE posts SET caption = 'Orange tart' WHERE id = $1`, [second?.id]);
    await eventually('the worker has been there', async () =>
      expect(await stored('post_words')).toEqual(['cake', 'orange', 'tart', 'zebra']),
    );
  });

  it('writes nothing when a save leaves the texts alone', async () => {
    const post = await under.create(tenant, { caption: 'Zebra cake' });
    const places = () =>
      under.sql('SELECT word, ctid::text FROM post_words WHERE post_id = $1 ORDER BY word', [post.id]);
    const before = await places();
    await edit(post, { scheduledFor: '2030-01-01T10:00:00Z', status: 'draft' });
    expect(await places()).toEqual(before);
    const [row] = await under.sql('SELECT has_words FROM posts WHERE id = $1', [post.id]);
    expect(row).toEqual({ has_words: true });
  });

  it('of one business alone', async () => {
    await under.create(tenant, { caption: 'Secret recipe' });
    tenant = under.tenant();
    expect([await found('secret'), await found('secert')]).toEqual([[], []]);
  });

  it('many at a time, of one word and of several that begin alike', async () => {
    const captions = Array.from({ length: 1_100 }, (_, n) => `${n % 2 === 0 ? 'tart' : 'tarts'} number ${n}`);
    await under.sql(
      `INSERT INTO posts (id, business_id, payer_id, caption, created_at)
       SELECT gen_random_uuid(), $1, $2, u.caption, now() - interval '1 day' + u.n * interval '1 second'
       FROM unnest($3::text[]) WITH ORDINALITY AS u (caption, n)`,
      [tenant.caller.businessId, tenant.payerId, captions],
    );
    await eventually('all have words', async () =>
      expect(
        await under.sql('SELECT FROM posts WHERE business_id = $1 AND NOT has_words', [tenant.caller.businessId]),
      ).toEqual([]),
    );
    const newest = captions.toReversed();
    for (const [search, matches] of [
      ['tart', newest],
      ['tarts', newest.filter((caption) => caption.startsWith('tarts'))],
      ['number 1099', ['tarts number 1099']],
      ['taart number', newest],
    ] as const) {
      const page = await under.rpc(schedulingRpc.postList, { search, limit: 100 }, tenant);
      expect(page).toMatchObject({ total: matches.length });
      expect(rowsOf(page).map(({ caption }) => caption)).toEqual(matches.slice(0, 100));
    }
  });
});
