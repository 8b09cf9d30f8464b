/** Two databases on an embedded Postgres of its own, the service's real migrations, roles, roll-ups and calls; samples by SQL. */
import { defineRun, number, text } from '../../harness/src/define-run.ts';
import { quantile } from '../../harness/src/quantiles.ts';
import { timedLines } from '../../harness/src/timed-lines.ts';
import type { RpcContext } from '../../../libs/messaging/src/index.ts';
import { Database, runMigrations, Scope, Uow } from '../../../libs/persistence/src/index.ts';
import { GiveAdvice } from '../../../services/analytics/src/advice/give-advice.ts';
import { MeasuredPostsRepository } from '../../../services/analytics/src/advice/measured-posts.repository.ts';
import { emptyPool, noiseOf, withBusiness } from '../../../services/analytics/src/best-times/pools.ts';
import { simulated } from '../../../services/analytics/src/best-times/testing/simulated.ts';
import { FiguresRepository } from '../../../services/analytics/src/figures/figures.repository.ts';
import { GetBestTimes } from '../../../services/analytics/src/figures/get-best-times.ts';
import { GetFigures } from '../../../services/analytics/src/figures/get-figures.ts';
import { migrations } from '../../../services/analytics/src/migrations/index.ts';
import { OtherBusinesses } from '../../../services/analytics/src/pools/other-businesses.ts';
import { PoolsClaims } from '../../../services/analytics/src/pools/pools.claims.ts';
import type { ClaimedPool } from '../../../services/analytics/src/pools/pools.claims.ts';
import { PoolsRepository } from '../../../services/analytics/src/pools/pools.repository.ts';
import { MakeReport } from '../../../services/analytics/src/reports/make-report.ts';
import { DayFiguresRepository } from '../../../services/analytics/src/roll-ups/day-figures.repository.ts';
import { StaleDaysClaims } from '../../../services/analytics/src/roll-ups/stale-days.claims.ts';
import { seeded } from '../../../libs/testing/src/seeded.ts';
import { withClient, withOwnPostgres } from './own-postgres.ts';
import type { OwnPostgres } from './own-postgres.ts';

const AIM_MS = 150;
const AIM_GROWTH = 1.5;
const run = defineRun({
  name: 'analytics-rates',
  summary: `What the calls of analytics take with many posts and readings against a tenth of them; fails above ${AIM_MS} ms (p95) or at ${AIM_GROWTH} times.`,
  prefix: 'ANALYTICS_',
  settings: {
    posts: number(50_000, 'published posts of the large database, over two years'),
    readings: number(100, 'readings of each post'),
    businesses: number(50, 'businesses that share them, in both databases'),
    rounds: number(300, 'calls of each kind'),
    dataDir: text('FOLDER', 'for both databases, some 3 GB; removed afterwards'),
  },
  figures: true,
});
const { posts, readings, businesses, rounds } = run.settings;
const dataDir = run.settings.dataDir ?? run.dataDir;
const say = timedLines();
const DAYS = 730;
const CHUNK = 5_000;
const calls = { '30 days': 30, '90 days': 90, '366 days': 366 } as const;
type Call = keyof typeof calls | 'overview' | 'best times' | 'PDF';
/** Of the businesses, so many each; all of them have pools. */
const INDUSTRIES = ['restaurant', 'beauty', 'fitness'] as const;
/** Of a simulated member of a pool. */
const MEMBER_POSTS = 80;

interface Side {
  readonly name: string;
  readonly count: number;
  readonly ids: readonly string[];
  readonly uow: Uow;
  /** As in the service, one that remembers what it has read of its pools. */
  readonly others: OtherBusinesses;
  readonly connections: Database;
  readonly took: Map<Call, number[]>;
}

/** Posts on one platform each, two years of them, and their readings of the last weeks; the sums by the service itself. */
async function makeDatabase(postgres: OwnPostgres, name: string, count: number): Promise<string[]> {
  const url = await postgres.createDatabase(name);
  await runMigrations({ url: postgres.urlOf('analytics', 'owner', name), schema: 'analytics', migrations });
  return withClient(url, async (client) => {
    await client.query('SET search_path = analytics');
    const found = await client.query<{ id: string }>(
      `INSERT INTO business_refs (business_id, time_zone, version, industry)
      SELECT uuidv7(), 'America/New_York', 1, ($2::text[])[1 + n % cardinality($2::text[])] FROM generate_series(1, $1::int) AS n
      RETURNING business_id AS id`,
      [businesses, INDUSTRIES],
    );
    const ids = found.rows.map(({ id }) => id);
    for (let made = 0; made < count; made += CHUNK) {
      await client.query(
        `WITH made AS (
          INSERT INTO published_targets (target_id, business_id, post_id, platform, account_id, remote_id, published_at, photo_id, photos, hashtags, source)
          SELECT uuidv7(), ($1::uuid[])[1 + n % cardinality($1::uuid[])], uuidv7(),
            (ARRAY['instagram', 'facebook', 'twitter', 'linkedin', 'tiktok'])[1 + n / cardinality($1::uuid[]) % 5], uuidv7(), n::text,
            now() - random() * interval '${DAYS} days', uuidv7(), 1 + n % 3,
            ARRAY['tag' || n % 40, 'tag' || n % 7], (ARRAY['manual', 'recurring', 'import'])[1 + n % 3]
          FROM generate_series($2::int, $3::int - 1) AS n RETURNING target_id, business_id, post_id),
        read AS (
          INSERT INTO metric_samples (business_id, target_id, post_id, read_at, views, reach, likes, comments, shares, saves, clicks)
          SELECT business_id, target_id, post_id, now() - (${readings} - r) * interval '12 hours', r * 40, r * 30, r * 2, r / 5, r / 9, r / 7, r
          FROM made, generate_series(1, ${readings}) AS r RETURNING 1)
        INSERT INTO target_figures (target_id, business_id, read_at, views, reach, likes, comments, shares, saves, clicks)
        SELECT target_id, business_id, now(), (random() * 4000)::int, (random() * 3000)::int, (random() * 200)::int, (random() * 20)::int,
          (random() * 11)::int, (random() * 14)::int, (random() * 100)::int FROM made`,
        [ids, made, Math.min(made + CHUNK, count)],
      );
    }
    await client.query(
      `INSERT INTO follower_days (business_id, account_id, day, platform, followers, read_at)
      SELECT business_id, md5(business_id::text || p)::uuid, current_date - d, p, 1000 + d, now() - d * interval '1 day'
      FROM business_refs, unnest(ARRAY['instagram', 'facebook', 'twitter']) AS p, generate_series(0, ${DAYS}) AS d`,
    );
    await client.query(
      `INSERT INTO account_days (business_id, account_id, day, platform, views, reach, interactions, read_at)
      SELECT business_id, account_id, day, platform, 300 + followers, 200 + followers, 30, read_at FROM follower_days WHERE platform <> 'twitter'`,
    );
    await client.query(
      `INSERT INTO stale_days (business_id, day)
      SELECT DISTINCT business_id, (published_at AT TIME ZONE 'America/New_York')::date FROM published_targets`,
    );
    await client.query('VACUUM ANALYZE');
    return ids;
  });
}

function connect(postgres: OwnPostgres, name: string): Database {
  return new Database(
    {
      name: 'analytics-rates',
      databaseUrl: postgres.urlOf('analytics', 'service', name),
      workerDatabaseUrl: postgres.urlOf('analytics', 'worker', name),
      databasePooler: 'off',
      databasePoolSize: 1,
      databaseWorkerPoolSize: 1,
      databaseConnectTimeoutMs: 5000,
      databaseConnectionSeconds: 3_600,
    },
    { schema: 'analytics' },
  );
}

/** As the worker does, until no day is left; how many days a second. */
async function sumUp(uow: Uow): Promise<number> {
  const [claims, figures] = [new StaleDaysClaims(), new DayFiguresRepository()];
  const start = performance.now();
  let days = 0;
  for (let more = true; more;) {
    more = await uow.run(
      Scope.system('stale days of all businesses'),
      async (tx) => {
        const stale = await claims.claim(tx);
        if (stale === null) {
          return false;
        }
        await figures.sumUp(tx, stale.businessId, stale.days);
        days += stale.days.length;
        return true;
      },
      { timeoutMs: 30_000 },
    );
  }
  return days / ((performance.now() - start) / 1_000);
}

/**
 * Pools as the worker would have made them, in both databases of the same businesses' simulated posts: a tenth of the posts would fill none,
 * and the two sides would do other work.
 */
async function fillPools(uow: Uow): Promise<void> {
  const claims = new PoolsClaims();
  await uow.run(Scope.system('what businesses of an industry have shown'), async (tx) => {
    const pools = await tx.query<ClaimedPool>('SELECT * FROM pools WHERE industry = ANY ($1)', [INDUSTRIES]);
    for (const [index, pool] of pools.entries()) {
      const ofIndustry = await tx.query<{ id: string }>(
        'SELECT business_id AS id FROM business_refs WHERE industry = $1',
        [pool.industry],
      );
      const world = { industries: 1, businessesEach: ofIndustry.length, posts: MEMBER_POSTS, scale: 1, noise: 0.5 };
      const members = simulated(seeded(index + 1), world).map(({ evidence }, place) => ({
        ...{ businessId: ofIndustry[place]?.id ?? '', evidence },
      }));
      const evidence = members.map((member) => member.evidence);
      const learned = evidence.reduce(withBusiness, emptyPool(noiseOf(evidence)));
      await claims.replace(tx, pool, { learned, members });
    }
  });
}

function dayBefore(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

/** Best times were told with what other businesses have shown: the pools are not beside the point. */
let wasPooled = false;

/** One call for one business, as its use case does it; in milliseconds. */
async function ask({ uow, others }: Pick<Side, 'uow' | 'others'>, call: Call, businessId: string): Promise<number> {
  const repository = new FiguresRepository();
  const start = performance.now();
  if (call === 'overview') {
    await uow.run(
      Scope.business(businessId),
      async (tx) => {
        const { today } = await repository.today(tx, businessId);
        await Promise.all([repository.rates(tx, businessId, today), repository.countPosts(tx, businessId)]);
      },
      { readOnly: true },
    );
  } else if (call === 'best times') {
    const advice = new GiveAdvice(new MeasuredPostsRepository(), others);
    const context = { businessId } as RpcContext;
    const { others: said } = await new GetBestTimes(uow, repository, advice).execute(null, context);
    wasPooled ||= said !== undefined;
  } else {
    const range = { from: dayBefore(calls[call === 'PDF' ? '30 days' : call] - 1), to: dayBefore(0) };
    const advice = new GiveAdvice(new MeasuredPostsRepository(), others);
    const { figures, ...advised } = await new GetFigures(uow, repository, advice).execute(range, {
      businessId,
    } as RpcContext);
    if (call === 'PDF') {
      await new MakeReport().execute({
        ...{ format: 'pdf', albums: [], brand: { name: 'Marlow Bakehouse', color: null, isWhiteLabel: false } },
        analytics: {
          ...{ ...figures, ...advised },
          topPosts: figures.topPosts.map((post) => ({ ...post, caption: 'Rye from the stone oven', photoId: null })),
        },
      });
    }
    // A business of the small database may have published nothing in some months, but never in a year.
    if (call === '366 days' && (figures.totals.posts === 0 || figures.topPosts.length === 0)) {
      throw new Error(`${call}: no post was found`);
    }
  }
  return performance.now() - start;
}

await withOwnPostgres(dataDir, async (postgres) => {
  const sides: Side[] = [];
  for (const [name, count] of [
    ['small', Math.round(posts / 10)],
    ['large', posts],
  ] as const) {
    const ids = await makeDatabase(postgres, `analytics_${name}`, count);
    const connections = connect(postgres, `analytics_${name}`);
    // The logger reports only retries, of which there are none here.
    const uow = new Uow(connections, undefined as never);
    say(`${count.toLocaleString('en-US')} posts and ${(count * readings).toLocaleString('en-US')} readings are there`);
    say(`summed up by ${Math.round(await sumUp(uow))} days a second`);
    await fillPools(uow);
    await withClient(postgres.urlOf('analytics', 'owner', `analytics_${name}`), (client) =>
      client.query('VACUUM ANALYZE analytics.day_figures, analytics.day_tops'),
    );
    const others = new OtherBusinesses(new PoolsRepository());
    sides.push({ name, count, ids, uow, others, connections, took: new Map() });
  }
  const kinds: Call[] = ['30 days', '90 days', '366 days', 'overview', 'best times', 'PDF'];
  // Alternating, so that other load on the machine affects both; the first rounds warm caches and plans.
  const warm = 30;
  for (let done = 0; done < rounds + warm; done += 1) {
    for (const side of done % 2 === 0 ? sides : sides.toReversed()) {
      for (const kind of kinds) {
        const took = await ask(side, kind, side.ids[done % side.ids.length] ?? '');
        if (done >= warm) {
          side.took.set(kind, [...(side.took.get(kind) ?? []), took]);
        }
      }
    }
  }
  const figures = kinds.map((kind) => {
    const of = (name: string, share: number): number =>
      Number(quantile(sides.find((side) => side.name === name)?.took.get(kind) ?? [], share).toFixed(2));
    const [small, large] = [of('small', 0.95), of('large', 0.95)];
    const growth = Number((of('large', 0.5) / of('small', 0.5)).toFixed(2));
    return { kind, p50: of('large', 0.5), p95: large, p95OfATenth: small, growth };
  });
  for (const { kind, p50, p95, p95OfATenth, growth } of figures) {
    say(`${kind.padEnd(10)} p50 ${p50} ms, p95 ${p95} ms; with a tenth p95 ${p95OfATenth} ms; growth ${growth} (p50)`);
  }
  say(`aims: p95 under ${AIM_MS} ms, growth under ${AIM_GROWTH}`);
  say(`figures: ${run.save({ posts, readings, businesses, figures, aims: { ms: AIM_MS, growth: AIM_GROWTH } })}`);
  if (!wasPooled) {
    throw new Error('no business was told of others: the pools had no part in what was measured');
  }
  if (figures.some(({ p95, growth }) => p95 >= AIM_MS || growth >= AIM_GROWTH)) {
    process.exitCode = 1;
  }
  for (const { connections } of sides) {
    await connections.close();
  }
});
