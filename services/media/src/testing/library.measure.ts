/**
 * What a library of 100,000 photos in 200 albums costs against one of 1,000 in 2, both in one database, asked in turn: p50 and p95 of
 * lists, filters, searches and moves. Not part of the test run:
 * `node node_modules/jest/bin/jest.js --testMatch '**\/media/**\/library.measure.ts'`
 */
import { describe, expect, it } from '@jest/globals';
import { albumRpc, mediaRpc, searchRpc } from '@postloom/contracts';
import type { InputOf } from '@postloom/contracts';
import { asAdmin, eventually } from '@postloom/testing';
import { MediaUnderTest } from './media-under-test.ts';
import type { Tenant } from './media-under-test.ts';

const SMALL = { photos: 1_000, albums: 2 };
const LARGE = { photos: 100_000, albums: 200 };
const ROUNDS = 100;
const WARM_UP = 15;
const MOST_TIMES = 1.5;
const words = [
  'bread',
  'rye',
  'croissant',
  'cake',
  'shelf',
  'oven',
  'morning',
  'counter',
  'wedding',
  'autumn',
  'berry',
  'salt',
];

interface Library {
  readonly tenant: Tenant;
  readonly albums: readonly string[];
  readonly photos: readonly string[];
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Names as cameras and people give them, a third described, a fifth tagged, an eighth used in posts. */
async function fill(media: MediaUnderTest, { photos, albums }: typeof SMALL): Promise<Library> {
  const tenant = media.tenant('agency');
  const { businessId, payerId } = tenant.caller;
  const made = await media.sql<{ id: string }>(
    `INSERT INTO albums (id, business_id, name) SELECT gen_random_uuid(), $1, 'Shoot ' || n FROM generate_series(1, $2::int) n RETURNING id`,
    [businessId, albums],
  );
  const ids = made.map(({ id }) => id);
  for (let from = 0; from < photos; from += 10_000) {
    await media.sql(
      `INSERT INTO photos (id, business_id, payer_id, upload_id, filename, original_name, alt_text, tags, file_size, width, height,
         mime_type, sha256, status, album_id, created_at)
       SELECT gen_random_uuid(), $1, $2, n::text, 'x.jpeg', 'IMG_' || n || '.jpg',
         CASE WHEN n % 3 = 0 THEN 'A ' || ($3::text[])[1 + n % 12] || ' by the ' || ($3::text[])[1 + n / 12 % 12] END,
         CASE WHEN n % 5 = 0 THEN ARRAY[($3::text[])[1 + n % 7], 'season ' || n % 40] ELSE '{}' END,
         1000 + n, 30 + n % 3, 31, CASE WHEN n % 50 = 0 THEN 'image/png' ELSE 'image/jpeg' END, repeat('0', 64), 'ready',
         ($4::uuid[])[1 + n % ($5::int + 1)], now() - interval '5 minutes' * n
       FROM generate_series($6::int, $7::int - 1) n`,
      [businessId, payerId, words, ids, albums, from, Math.min(photos, from + 10_000)],
    );
  }
  await media.sql(
    `WITH chosen AS MATERIALIZED (SELECT gen_random_uuid() AS post_id, id, business_id FROM photos WHERE business_id = $1 AND file_size % 8 = 0),
          posts AS (INSERT INTO photo_uses (post_id, business_id, version) SELECT post_id, business_id, 1 FROM chosen)
     INSERT INTO photo_posts (post_id, photo_id, business_id) SELECT post_id, id, business_id FROM chosen`,
    [businessId],
  );
  const sample = await media.sql<{ id: string }>(
    'SELECT id FROM photos WHERE business_id = $1 ORDER BY random() LIMIT 1000',
    [businessId],
  );
  return { tenant, albums: ids, photos: sample.map(({ id }) => id) };
}

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;

type Call = (library: Library, round: number) => Promise<unknown>;

describe('a library', () => {
  it('of 100,000 photos is as quick as one of 1,000', async () => {
    const media = await MediaUnderTest.start();
    try {
      const small = await fill(media, SMALL);
      const large = await fill(media, LARGE);
      const startedMs = performance.now();
      await eventually(
        'every photo is found by its words',
        async () => expect(await media.sql('SELECT FROM photos WHERE NOT has_words LIMIT 1')).toEqual([]),
        { timeoutMs: 600_000 },
      );
      say(`words of ${SMALL.photos + LARGE.photos} photos stored in ${Math.round(performance.now() - startedMs)} ms`);
      // As autovacuum does in time; the library has just been made.
      await asAdmin(media.service.database, 'VACUUM ANALYZE');
      const list =
        (query: (library: Library, round: number) => InputOf<typeof mediaRpc.photoList>): Call =>
        (library, round) =>
          media.rpc(mediaRpc.photoList, { limit: 50, ...query(library, round) }, library.tenant);
      const palette =
        (search: (round: number) => string): Call =>
        ({ tenant }, round) =>
          media.rpc(searchRpc.media, { search: search(round) }, tenant);
      const later = new Map<Library, string | null>();
      const calls: Record<string, Call> = {
        'list: newest': list(() => ({})),
        'list: the next page': async (library) => {
          const cursor = later.get(library);
          const page = await media.rpc(mediaRpc.photoList, { limit: 50, ...(cursor && { cursor }) }, library.tenant);
          later.set(library, Array.isArray(page) ? null : page.nextCursor);
        },
        'list: by name': list(() => ({ sort: 'name' })),
        'list: an album': list(({ albums }, round) => ({ albumId: albums[round % albums.length] ?? '' })),
        'list: no album': list(() => ({ albumId: 'none' })),
        'list: albums': (library) => media.rpc(albumRpc.albumList, { limit: 50 }, library.tenant),
        'filter: shape': list((_, round) => ({
          orientation: (['landscape', 'portrait', 'square'] as const)[round % 3],
        })),
        'filter: type': list(() => ({ type: 'image/png' })),
        'filter: a month': list(() => ({ from: new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10) })),
        'filter: used': list(() => ({ used: 'true' })),
        'filter: not used': list(() => ({ used: 'false' })),
        'filter: tag': list((_, round) => ({ tag: `season ${(round % 8) * 5}` })),
        'filter: tag and shape': list((_, round) => ({ tag: words[round % 7] ?? '', orientation: 'portrait' })),
        'search: a name': list((_, round) => ({ search: `IMG_${100 + (round % 900)}` })),
        'search: two words': list((_, round) => ({ search: `${words[round % 12]} 9${round % 10}` })),
        'search: a common word': list((_, round) => ({ search: words[round % 12] ?? '' })),
        'search: mistyped': list((_, round) => ({
          search: ['crossant', 'moring', 'weding', 'autum'][round % 4] ?? '',
        })),
        'search: an album': list((_, round) => ({ search: `shoot ${1 + (round % 2)}` })),
        'palette: a name': palette((round) => `IMG_${100 + (round % 900)}`),
        'palette: a common word': palette((round) => words[round % 12] ?? ''),
        'palette: mistyped': palette((round) => ['crossant', 'moring', 'weding', 'autum'][round % 4] ?? ''),
        'palette: a word of all': palette(() => 'img'),
        'move: 50 photos': ({ tenant, albums, photos }, round) =>
          media.rpc(
            albumRpc.photoBulk,
            {
              ids: photos.slice((round * 50) % 900, ((round * 50) % 900) + 50),
              action: 'move',
              albumId: albums[round % albums.length] ?? null,
            },
            tenant,
          ),
        'tag: 50 photos': ({ tenant, photos }, round) =>
          media.rpc(
            albumRpc.photoBulk,
            {
              ids: photos.slice((round * 50) % 900, ((round * 50) % 900) + 50),
              action: 'tag',
              ...(round % 2 === 0 ? { addTags: ['new'] } : { removeTags: ['new'] }),
            },
            tenant,
          ),
      };
      const slow: string[] = [];
      say(`${'call'.padEnd(26)} p50 and p95 of ${SMALL.photos}, of ${LARGE.photos} (ms), p95 times`);
      for (const [name, call] of Object.entries(calls)) {
        const times = new Map<Library, number[]>([
          [small, []],
          [large, []],
        ]);
        for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
          for (const [library, taken] of times) {
            const from = performance.now();
            await call(library, round);
            if (round >= WARM_UP) {
              taken.push(performance.now() - from);
            }
          }
        }
        const [a = [], b = []] = [...times.values()];
        const ratio = percentile(b, 0.95) / percentile(a, 0.95);
        const figures = [percentile(a, 0.5), percentile(a, 0.95), percentile(b, 0.5), percentile(b, 0.95)];
        say(
          `${name.padEnd(26)} ${figures.map((ms) => ms.toFixed(1).padStart(7)).join('')} ${ratio.toFixed(2).padStart(6)}`,
        );
        if (ratio > MOST_TIMES) {
          slow.push(`${name}: ${ratio.toFixed(2)}`);
        }
      }
      expect(slow).toEqual([]);
    } finally {
      await media.close();
    }
  }, 1_800_000);
});
