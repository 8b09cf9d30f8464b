/**
 * What a search costs among 20,000 posts and 1,000 schedules against a tenth of them, both in one database, asked in turn; and what a post
 * costs more because its words are stored: posts are made in turn with and without. Not part of the test run: `npm run library`.
 */
import { describe, expect, it } from '@jest/globals';
import { schedulingRpc, searchRpc } from '@postloom/contracts';
import { asAdmin, eventually } from '@postloom/testing';
import { PostWordsRepository } from '../words/index.ts';
import { SchedulingUnderTest } from './scheduling-under-test.ts';
import type { Tenant } from './scheduling-under-test.ts';

const SMALL = { posts: 2_000, schedules: 100 };
const LARGE = { posts: 20_000, schedules: 1_000 };
const ROUNDS = 100;
const WARM_UP = 25;
const MOST_MS = 100;
const WRITES = 300;
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
const CAPTION =
  'Fresh from the oven this morning: rye loaves with a dark crust, butter croissants and our autumn berry tart. ' +
  'Come by before they are gone, or call us and we keep one for you. #bakery #freshbread #downtown';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function fill(under: SchedulingUnderTest, { posts, schedules }: typeof SMALL): Promise<Tenant> {
  const tenant = under.tenant();
  const { businessId } = tenant.caller;
  await under.sql(
    `INSERT INTO posts (id, business_id, payer_id, caption, created_at)
     SELECT gen_random_uuid(), $1, $2, 'Post ' || n || ': ' || ($3::text[])[1 + n % 12] || ' by the ' || ($3::text[])[1 + n / 12 % 12]
       || ', come by before they are gone. #season' || n % 40 || ' #bakery', now() - interval '5 minutes' * n
     FROM generate_series(1, $4::int) n`,
    [businessId, tenant.payerId, words, posts],
  );
  await under.sql(
    `INSERT INTO recurring_schedules (id, business_id, payer_id, author_id, name, frequency, time_of_day, platforms, use_all_photos,
       start_date, time_zone, is_active)
     SELECT gen_random_uuid(), $1, $2, $2, initcap(($3::text[])[1 + n % 12]) || ' of week ' || n, 'daily', '09:00', ARRAY['instagram'],
       true, '2026-01-01', 'UTC', false FROM generate_series(1, $4::int) n`,
    [businessId, tenant.payerId, words, schedules],
  );
  return tenant;
}

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;

describe('a search among posts', () => {
  it('is quick among 20,000, and its words cost a write little', async () => {
    const under = await SchedulingUnderTest.start();
    try {
      const tenants = [await fill(under, SMALL), await fill(under, LARGE)];
      const startedMs = performance.now();
      await eventually(
        'every post is found by its words',
        async () => expect(await under.sql('SELECT FROM posts WHERE NOT has_words LIMIT 1')).toEqual([]),
        { timeoutMs: 600_000 },
      );
      say(`words of ${SMALL.posts + LARGE.posts} posts stored in ${Math.round(performance.now() - startedMs)} ms`);
      // As autovacuum does in time; the posts have just been made.
      await asAdmin(under.service.database, 'VACUUM ANALYZE');
      const asked: Record<string, (round: number) => string> = {
        'one post': (round) => `post ${100 + (round % 900)}`,
        'two words': (round) => `${words[round % 12]} season${round % 40}`,
        'a common word': (round) => words[round % 12] ?? '',
        'a word of every post': () => 'bakery',
        'the beginning of many': () => 'be',
        mistyped: (round) => ['crossant', 'moring', 'weding', 'autum'][round % 4] ?? '',
        'nothing there': () => 'zzyzx',
      };
      const slow: string[] = [];
      say(`${'search'.padEnd(34)} p50 and p95 of ${SMALL.posts}, of ${LARGE.posts} (ms)`);
      for (const [what, text] of Object.entries(asked)) {
        for (const [where, ask] of [
          ['palette', (tenant: Tenant, search: string) => under.rpc(searchRpc.scheduling, { search }, tenant)],
          [
            'list',
            (tenant: Tenant, search: string) => under.rpc(schedulingRpc.postList, { search, limit: 50 }, tenant),
          ],
        ] as const) {
          const times = tenants.map((): number[] => []);
          for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
            for (const [at, tenant] of tenants.entries()) {
              const from = performance.now();
              await ask(tenant, text(round));
              if (round >= WARM_UP) {
                times[at]?.push(performance.now() - from);
              }
            }
          }
          const figures = times.flatMap((taken) => [percentile(taken, 0.5), percentile(taken, 0.95)]);
          say(`${`${where}: ${what}`.padEnd(34)} ${figures.map((ms) => ms.toFixed(1).padStart(7)).join('')}`);
          if (where === 'palette' && (figures.at(-1) ?? Infinity) > MOST_MS) {
            slow.push(`${where}: ${what}`);
          }
        }
      }
      await compareWrites(under);
      expect(slow).toEqual([]);
    } finally {
      await under.close();
    }
  }, 1_800_000);
});

/** Drafts of a new business, every other one without words. */
async function compareWrites(under: SchedulingUnderTest): Promise<void> {
  const tenant = under.tenant();
  const index = under.service.get<PostWordsRepository>(PostWordsRepository);
  const add = index.add.bind(index);
  const taken = { with: [] as number[], without: [] as number[] };
  for (let round = 0; round < 2 * WRITES; round += 1) {
    const which = round % 2 === 0 ? 'with' : 'without';
    index.add = which === 'with' ? add : () => Promise.resolve();
    const from = performance.now();
    await under.create(tenant, { caption: `${CAPTION} ${round}` });
    if (round >= WRITES / 2) {
      taken[which].push(performance.now() - from);
    }
  }
  index.add = add;
  for (const [which, times] of Object.entries(taken)) {
    say(
      `a draft ${which} words: p50 ${percentile(times, 0.5).toFixed(2)} ms, p95 ${percentile(times, 0.95).toFixed(2)} ms`,
    );
  }
}
