import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { albumRpc, mediaEvents, mediaRpc, MOST_COUNTED } from '@postloom/contracts';
import type { InputOf, Photo } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { eventually } from '@postloom/testing';
import pg from 'pg';
import { WordsInOrder20261123151 } from '../migrations/20261123-151-words-in-order.ts';
import { SearchPlanner } from '../search/index.ts';
import { MediaUnderTest, refusal } from '../testing/media-under-test.ts';
import type { Tenant } from '../testing/media-under-test.ts';

type Query = InputOf<typeof mediaRpc.photoList>;

describe('searching the library', () => {
  let media: MediaUnderTest;
  let tenant: Tenant;
  beforeAll(async () => {
    media = await MediaUnderTest.start();
  });
  afterAll(() => media.close());

  /** A library of these names, the first the oldest; gives ids by name. Their words are stored by the background work. */
  const library = async (...names: string[]): Promise<Map<string, string>> => {
    tenant = media.tenant();
    const { businessId, payerId } = tenant.caller;
    const made = await media.sql<{ id: string; name: string }>(
      `WITH made AS (
         INSERT INTO photos (id, business_id, payer_id, upload_id, filename, original_name, file_size, width, height, mime_type, sha256, status, created_at)
         SELECT gen_random_uuid(), $1, $2, n.name, 'x.jpg', n.name, 1000, 30, 20, 'image/jpeg', repeat('0', 64), 'ready',
           now() - interval '1 hour' + make_interval(secs => n.place)
         FROM unnest($3::text[]) WITH ORDINALITY AS n (name, place) RETURNING id, original_name AS name),
       derived AS (
         INSERT INTO renditions (id, business_id, state, outputs, ready_at) SELECT id, $1, 'ready', '[]', 'infinity' FROM made)
       SELECT id, name FROM made`,
      [businessId, payerId, names],
    );
    await eventually('their words are stored', async () =>
      expect(await media.sql('SELECT FROM photos WHERE business_id = $1 AND NOT has_words', [businessId])).toEqual([]),
    );
    return new Map(made.map(({ id, name }) => [name, id]));
  };
  const found = async (query: Query): Promise<string[]> =>
    ((await media.rpc(mediaRpc.photoList, query, tenant)) as Photo[]).map(({ originalName }) => originalName);
  const pages = async (query: Query): Promise<{ data: Photo[]; total: number }[]> => {
    const seen: { data: Photo[]; total: number }[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await media.rpc(mediaRpc.photoList, { ...query, ...(cursor && { cursor }) }, tenant);
      if (Array.isArray(page)) {
        throw new Error('not a page');
      }
      seen.push(page);
      cursor = page.nextCursor;
    } while (cursor && seen.length < 4);
    return seen;
  };
  const change = (id: string | undefined, changes: Omit<InputOf<typeof mediaRpc.photoUpdate>, 'id'>) =>
    media.rpc(mediaRpc.photoUpdate, { id: id ?? '', ...changes }, tenant);

  it('puts the word itself before words that begin with it, and a tag before a name', async () => {
    const ids = await library('breads on a shelf.jpg', 'bread.jpg', 'a loaf.jpg', 'salt.jpg');
    await change(ids.get('a loaf.jpg'), { tags: ['Bread'] });
    await change(ids.get('salt.jpg'), { altText: 'Goes with bread' });
    expect(await found({ search: 'BREAD' })).toEqual(['a loaf.jpg', 'bread.jpg', 'salt.jpg', 'breads on a shelf.jpg']);
    expect(await found({ search: 'bread', sort: 'oldest' })).toEqual([
      'breads on a shelf.jpg',
      'bread.jpg',
      'a loaf.jpg',
      'salt.jpg',
    ]);
  });

  it('wants every word, wherever each of them stands', async () => {
    const ids = await library('rye.jpg', 'rye bread.jpg');
    await change(ids.get('rye.jpg'), { altText: 'Fresh from the oven' });
    expect(await found({ search: 'rye oven' })).toEqual(['rye.jpg']);
    expect(await found({ search: 'rye bread oven' })).toEqual([]);
  });

  it('forgives a mistyped word, an accent and a word that is cut off in front', async () => {
    await library('croissant.jpg', 'café.jpg', 'banana.jpg', 'IMG_1234.jpg');
    expect(await found({ search: 'crossant' })).toEqual(['croissant.jpg']);
    expect(await found({ search: 'CAFE' })).toEqual(['café.jpg']);
    expect(await found({ search: 'nana' })).toEqual(['banana.jpg']);
    expect(await found({ search: 'img 12' })).toEqual(['IMG_1234.jpg']);
    expect(await found({ search: 'elephant' })).toEqual([]);
    expect(await found({ search: '1243' })).toEqual([]);
  });

  it('finds photos by the name of their album, renamed and closed ones too', async () => {
    const ids = await library('one.jpg', 'two.jpg', 'wedding cake.jpg');
    const album = await media.rpc(albumRpc.albumCreate, { name: 'Weddings 2026' }, tenant);
    await change(ids.get('one.jpg'), { albumId: album.id });
    expect(await found({ search: 'wedding' })).toEqual(['wedding cake.jpg', 'one.jpg']);
    await media.rpc(albumRpc.albumUpdate, { id: album.id, changes: { name: 'Birthdays' } }, tenant);
    expect(await found({ search: 'birthday' })).toEqual(['one.jpg']);
    expect(await found({ search: 'birhtdays' })).toEqual(['one.jpg']);
    await media.rpc(albumRpc.albumDelete, { id: album.id }, tenant);
    expect(await found({ search: 'birthdays' })).toEqual([]);
  });

  it('finds and ranks by a word and an album together, and counts them with a filter too', async () => {
    const ids = await library('cake.jpg', 'cake two.jpg', 'cakes wedding.jpg', 'rye.jpg', 'cake elsewhere.jpg');
    const album = await media.rpc(albumRpc.albumCreate, { name: 'Weddings' }, tenant);
    await Promise.all(
      ['cake.jpg', 'cake two.jpg', 'rye.jpg'].map((name) => change(ids.get(name), { albumId: album.id })),
    );
    const matches = ['cakes wedding.jpg', 'cake two.jpg', 'cake.jpg'];
    // Whichever of the two is the rarer one and is read first.
    for (const search of ['wedding cake', 'cake wedding', 'wedding cake jpg']) {
      expect(await found({ search })).toEqual(matches);
      const seen = await pages({ search, limit: 2 });
      expect(seen.flatMap(({ data }) => data.map(({ originalName }) => originalName))).toEqual(matches);
      expect(seen.map(({ total }) => total)).toEqual([3, 3]);
    }
    const [inAlbum] = await pages({ search: 'wedding cake', albumId: album.id, limit: 1 });
    expect([inAlbum?.data[0]?.originalName, inAlbum?.total]).toEqual(['cake two.jpg', 2]);
    expect(await pages({ search: 'wedding cake', used: 'true', limit: 1 })).toEqual([
      { data: [], nextCursor: null, total: 0 },
    ]);
  });

  it('pages through ranked matches as through one list, and through more than can be ranked', async () => {
    await library(...Array.from({ length: 1_205 }, (_, n) => `pie ${n < 7 ? 'crust' : 'dough'} ${n}.jpg`));
    for (const [search, total] of [
      ['pie crust', 7],
      ['pie', MOST_COUNTED],
    ] as const) {
      const whole = await found({ search });
      const seen: string[] = [];
      let cursor: string | null | undefined;
      do {
        const page = await media.rpc(mediaRpc.photoList, { search, limit: 3, ...(cursor && { cursor }) }, tenant);
        if (Array.isArray(page)) {
          throw new Error('not a page');
        }
        expect(page.total).toBe(total);
        seen.push(...page.data.map(({ originalName }) => originalName));
        cursor = page.nextCursor;
      } while (cursor && seen.length < 12);
      expect(seen).toEqual(whole.slice(0, seen.length));
      expect(seen.length).toBe(Math.min(total, 12));
    }
    expect(await found({ search: 'dogh' })).toHaveLength(1_000);
  });

  it('pages through the newest of many that have several words, each photo once', async () => {
    const names = Array.from({ length: 2_100 }, (_, n) => `${n % 2 === 0 ? 'tart even' : 'tarts tart odd'} ${n}.jpg`);
    await library(...names);
    const newest = names.toReversed();
    const even = newest.filter((name) => name.includes('even'));
    for (const [search, matches] of [
      ['tart', newest], // two words begin with it
      ['tarts', newest.filter((name) => name.includes('tarts'))],
      ['tart even', even],
      ['even tart odd', []],
    ] as const) {
      expect(await found({ search })).toEqual(matches.slice(0, 1_000));
      expect(await found({ search, sort: 'oldest' })).toEqual(matches.toReversed().slice(0, 1_000));
      const [first, second] = await pages({ search, limit: 100 });
      expect([first?.total, first?.data.length]).toEqual([
        Math.min(MOST_COUNTED, matches.length),
        Math.min(100, matches.length),
      ]);
      expect((second?.data ?? []).map(({ originalName }) => originalName)).toEqual(matches.slice(100, 200));
    }
    // The other one is asked of each photo: of a library of 100,000 that takes a tenth of a second.
    const { businessId } = tenant.caller;
    const { terms } = await media.service
      .get(Uow)
      .run(Scope.business(businessId), (tx) => media.service.get(SearchPlanner).plan(tx, businessId, 'tart even'));
    expect(terms.map(({ term }) => term)).toEqual(['even', 'tart']);
  });

  it('pages through the newest of many that have a word or are in an album of that name, each photo once', async () => {
    const names = Array.from({ length: 1_300 }, (_, n) => `${n % 10 === 0 ? 'quince' : 'plum'} ${n}.jpg`);
    const ids = await library(...names);
    const album = await media.rpc(albumRpc.albumCreate, { name: 'Plums' }, tenant);
    const sorted = names.filter((_, n) => n >= 400 && n < 500);
    const moved = sorted.map((name) => ids.get(name) ?? '');
    await media.rpc(albumRpc.photoBulk, { ids: moved, action: 'move', albumId: album.id }, tenant);
    const matches = names.filter((name) => name.startsWith('plum') || sorted.includes(name)).toReversed();
    for (const search of ['plum', 'jpg plum']) {
      expect(await found({ search })).toEqual(matches.slice(0, 1_000));
      expect(await found({ search, sort: 'oldest' })).toEqual(matches.toReversed().slice(0, 1_000));
      const [, second] = await pages({ search, limit: 100 });
      expect(second?.total).toBe(MOST_COUNTED);
      expect(second?.data.map(({ originalName }) => originalName)).toEqual(matches.slice(100, 200));
    }
    const quinces = sorted.filter((name) => name.startsWith('quince')).toReversed();
    const [page] = await pages({ search: 'plum quince', limit: 20 });
    expect([page?.total, page?.data.map(({ originalName }) => originalName)]).toEqual([quinces.length, quinces]);
  });

  it('dates the words of photos from before, also those that an older process stores', async () => {
    const ids = await library('old.jpg', 'older.jpg');
    const { businessId } = tenant.caller;
    const undated = () =>
      media.sql(
        'SELECT w.word FROM library_words w JOIN photos p ON p.id = w.photo_id WHERE w.business_id = $1 AND w.created_at <> p.created_at',
        [businessId],
      );
    await media.sql(`INSERT INTO library_words (business_id, word, photo_id, weight) VALUES ($1, 'undated', $2, 1)`, [
      businessId,
      ids.get('old.jpg'),
    ]);
    expect(await undated()).toEqual([]);
    const owner = new pg.Client({ connectionString: media.service.database?.ownerUrl });
    await owner.connect();
    try {
      await owner.query(`SET app.scope = 'system'`);
      await owner.query('ALTER TABLE library_words DROP CONSTRAINT library_words_are_dated');
      await owner.query('UPDATE library_words SET created_at = NULL WHERE business_id = $1', [businessId]);
      const runner = { query: async (sql: string, values?: unknown[]) => (await owner.query(sql, values)).rows };
      await new WordsInOrder20261123151().up(runner as never);
    } finally {
      await owner.end();
    }
    expect(await undated()).toEqual([]);
    expect(await found({ tag: 'none' })).toEqual([]);
    expect(await found({ search: 'old' })).toEqual(['old.jpg', 'older.jpg']);
  });

  it('knows a new name at once and the old one no more', async () => {
    const ids = await library('zebra.jpg');
    await change(ids.get('zebra.jpg'), { originalName: 'giraffe.jpg', altText: 'An animal' });
    expect(await found({ search: 'zebra' })).toEqual([]);
    expect(await found({ search: 'giraffe animal' })).toEqual(['giraffe.jpg']);
    await eventually('the groups of the old word are gone', async () => {
      const groups = await media.sql<{ word: string }>(
        'SELECT DISTINCT word FROM library_grams WHERE business_id = $1 ORDER BY word',
        [tenant.caller.businessId],
      );
      expect(groups.map(({ word }) => word)).toEqual(['animal', 'giraffe', 'jpg']);
    });
  });

  describe('by tags', () => {
    const bulk = (input: InputOf<typeof albumRpc.photoBulk>) => media.rpc(albumRpc.photoBulk, input, tenant);

    it('gives and takes them from many at once, and says what was before', async () => {
      const ids = await library('a.jpg', 'b.jpg');
      const [a = '', b = ''] = [ids.get('a.jpg'), ids.get('b.jpg')];
      await change(a, { tags: ['  #Fall  Menu ', 'fall menu', 'Bread'] });
      const missing = randomUUID();
      const done = await bulk({ ids: [a, b, missing], action: 'tag', addTags: ['New'], removeTags: ['bread'] });
      expect(done).toEqual([
        { id: a, success: true, error: null, before: { albumId: null, tags: ['fall menu', 'bread'] } },
        { id: b, success: true, error: null, before: { albumId: null, tags: [] } },
        { id: missing, success: false, error: { code: 'not_found', message: 'Not found.' } },
      ]);
      expect((await media.rpc(mediaRpc.photoGet, { id: a }, tenant)).tags).toEqual(['fall menu', 'new']);
      expect(await found({ tag: 'New', sort: 'name' })).toEqual(['a.jpg', 'b.jpg']);
      expect(await found({ tag: 'fall menu' })).toEqual(['a.jpg']);
      expect(await found({ tag: 'fall' })).toEqual([]);
      expect(await found({ search: 'menu' })).toEqual(['a.jpg']);
      expect(await media.rpc(mediaRpc.tagList, {}, tenant)).toEqual(['fall menu', 'new']);
      const told = await media.sql('SELECT 1 FROM outbox WHERE entity_id = $1 AND subject = $2', [
        b,
        mediaEvents.photoUpdated.subject,
      ]);
      expect(told).toHaveLength(1);
    });

    it('shows the newest first, by the page, and with what else is asked for', async () => {
      const names = Array.from({ length: 9 }, (_, n) => `${n % 3 === 0 ? 'pear' : 'plum'} ${n}.jpg`);
      const ids = await library(...names);
      await bulk({ ids: [...ids.values()].slice(1), action: 'tag', addTags: ['fruit'] });
      const newest = names.slice(1).toReversed();
      const shown = await pages({ tag: 'fruit', limit: 3 });
      expect(shown.flatMap(({ data }) => data.map(({ originalName }) => originalName))).toEqual(newest);
      expect(shown.map(({ total }) => total)).toEqual([8, 8, 8]);
      expect(await found({ tag: 'fruit', sort: 'oldest' })).toEqual(newest.toReversed());
      expect(await found({ tag: 'fruit', sort: 'size' })).toHaveLength(8);
      expect(await found({ tag: 'fruit', orientation: 'landscape' })).toEqual(newest);
      expect(await found({ tag: 'fruit', orientation: 'portrait' })).toEqual([]);
      expect(await found({ tag: 'fruit', search: 'pear' })).toEqual(['pear 6.jpg', 'pear 3.jpg']);
      const [page] = await pages({ tag: 'fruit', type: 'image/png', limit: 3 });
      expect(page).toMatchObject({ data: [], total: 0 });
      const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
      expect(await found({ tag: 'fruit', from: day(-2), to: day(1) })).toEqual(newest);
      expect(await found({ tag: 'fruit', from: day(2) })).toEqual([]);
      const [early] = await pages({ tag: 'fruit', to: day(-2), limit: 3 });
      expect(early).toMatchObject({ data: [], total: 0 });
      const [late] = await pages({ tag: 'fruit', from: day(-2), limit: 3 });
      expect([late?.data.length, late?.total]).toEqual([3, 8]);
    });

    it('refuses the photo that would have too many, and tags the others', async () => {
      const ids = await library('full.jpg', 'empty.jpg');
      const [full = '', empty = ''] = [ids.get('full.jpg'), ids.get('empty.jpg')];
      const tags = Array.from({ length: 30 }, (_, n) => `tag ${n}`);
      await change(full, { tags });
      const done = await bulk({ ids: [full, empty], action: 'tag', addTags: ['one more'] });
      expect(done.map(({ error }) => error?.message)).toEqual(['A photo can have at most 30 tags.', undefined]);
      expect((await media.rpc(mediaRpc.photoGet, { id: full }, tenant)).tags).toEqual(tags);
      expect(await found({ tag: 'one more' })).toEqual(['empty.jpg']);
    });

    it('refuses a change of no tag, and a tag of nothing', async () => {
      const id = (await library('a.jpg')).get('a.jpg') ?? '';
      expect(await refusal(bulk({ ids: [id], action: 'tag' }))).toMatchObject({ code: 'validation_failed' });
      expect(await refusal(change(id, { tags: [' # '] }))).toMatchObject({ code: 'validation_failed' });
    });

    it('says where moved photos were', async () => {
      const id = (await library('a.jpg')).get('a.jpg') ?? '';
      const [first, second] = await Promise.all(
        ['First', 'Second'].map((name) => media.rpc(albumRpc.albumCreate, { name }, tenant)),
      );
      await bulk({ ids: [id], action: 'move', albumId: first?.id ?? '' });
      const [moved] = await bulk({ ids: [id], action: 'move', albumId: second?.id ?? '' });
      expect(moved?.before?.albumId).toBe(first?.id);
    });
  });

  it('counts the library and its albums whatever happens to photos', async () => {
    const ids = [...(await library('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg')).values()];
    const album = await media.rpc(albumRpc.albumCreate, { name: 'Some' }, tenant);
    const counts = async () => {
      const total = async (query: Query) => {
        const page = await media.rpc(mediaRpc.photoList, { ...query, limit: 1 }, tenant);
        return Array.isArray(page) ? -1 : page.total;
      };
      return [await total({}), await total({ albumId: album.id }), await total({ albumId: 'none' })];
    };
    expect(await counts()).toEqual([4, 0, 4]);
    await media.rpc(albumRpc.photoBulk, { ids: ids.slice(0, 3), action: 'move', albumId: album.id }, tenant);
    expect(await counts()).toEqual([4, 3, 1]);
    expect(await media.rpc(albumRpc.albumGet, { id: album.id }, tenant)).toMatchObject({ photoCount: 3 });
    await media.rpc(mediaRpc.photoDelete, { id: ids[0] ?? '', force: true }, tenant);
    await media.rpc(mediaRpc.photoUpdate, { id: ids[1] ?? '', albumId: null }, tenant);
    expect(await counts()).toEqual([3, 1, 2]);
    await media.rpc(albumRpc.albumDelete, { id: album.id }, tenant);
    expect(await counts()).toEqual([3, 0, 3]);
    expect(await media.rpc(mediaRpc.photoCount, {}, tenant)).toEqual({ total: 3 });
  });

  it('of one business finds nothing of another', async () => {
    const ids = await library('secret recipe.jpg');
    await change(ids.get('secret recipe.jpg'), { tags: ['hidden'] });
    tenant = media.tenant();
    expect([
      await found({ search: 'secret' }),
      await found({ search: 'secert' }),
      await found({ tag: 'hidden' }),
    ]).toEqual([[], [], []]);
    expect(await media.rpc(mediaRpc.tagList, {}, tenant)).toEqual([]);
  });
});
