/** Two databases on an embedded Postgres of its own, the service's real migrations, roles and claim; rows by SQL. */
import { platforms } from '../../../libs/contracts/src/platforms/catalogue.ts';
import { defineRun, number, text } from '../../harness/src/define-run.ts';
import { quantile } from '../../harness/src/quantiles.ts';
import { timedLines } from '../../harness/src/timed-lines.ts';
import { Database, runMigrations, Scope, Uow } from '../../../libs/persistence/src/index.ts';
import { DueTargetsClaims } from '../../../services/scheduling/src/dispatch/due-targets.claims.ts';
import { migrations } from '../../../services/scheduling/src/migrations/index.ts';
import { withClient, withOwnPostgres } from './own-postgres.ts';
import type { OwnPostgres } from './own-postgres.ts';

const BATCH = 100;
const AIM = 1.3;
const run = defineRun({
  name: 'claim-cost',
  summary: `What finding due targets costs with millions of pending ones against few; fails at ${AIM} times.`,
  prefix: 'CLAIM_',
  settings: {
    pending: number(5_000_000, 'pending targets of the large database'),
    small: number(10_000, 'pending targets of the small one'),
    batches: number(60, `rounds of ${BATCH} targets each`),
    dataDir: text('FOLDER', 'for both databases, some 3 GB; removed afterwards'),
  },
  figures: true,
});
const { pending: large, small, batches } = run.settings;
/** A customer's post goes to five platforms. */
const PLATFORMS = platforms;
const CHUNK = 200_000;
const dataDir = run.settings.dataDir ?? run.dataDir;
const say = timedLines();

/** The service's schema, and `pending` targets of which one batch after the other is due. */
async function makeDatabase(postgres: OwnPostgres, database: string, pending: number): Promise<void> {
  const url = await postgres.createDatabase(database);
  await runMigrations({ url: postgres.urlOf('scheduling', 'owner', database), schema: 'scheduling', migrations });
  await withClient(url, async (client) => {
    await client.query(`SET search_path = scheduling`);
    await client.query(`SET session_replication_role = replica`); // the rows are right by themselves: no look-up per row
    await client.query(
      `INSERT INTO business_refs (business_id, time_zone, version) SELECT uuidv7(), 'Europe/Berlin', 1 FROM generate_series(1, 1000)`,
    );
    await client.query(
      `INSERT INTO account_refs (account_id, business_id, platform, state, version)
      SELECT uuidv7(), business_id, p, 'connected', 1 FROM business_refs, unnest($1::text[]) AS p`,
      [PLATFORMS],
    );
    const due = Math.min(pending, batches * BATCH);
    for (let made = 0; made < pending; made += CHUNK) {
      await client.query(
        `WITH b AS (SELECT array_agg(business_id) AS ids FROM business_refs),
        made AS (
          INSERT INTO posts (id, business_id, payer_id, caption, photo_ids, status, due_at, local_time, time_zone)
          SELECT uuidv7(), b.ids[1 + n % 1000], b.ids[1 + n % 1000], 'Fresh from the oven, number ' || n, ARRAY[uuidv7()], 'scheduled',
            d.at, d.at, 'UTC'
          FROM b, generate_series($1::int / 5, ($1::int + $2::int) / 5 - 1) AS n,
          LATERAL (SELECT CASE WHEN n * 5 < $3::int THEN now() - interval '1 minute'
            ELSE now() + interval '1 hour' + n * 5 * (interval '90 days' / $4::float8) END AS at) AS d
          RETURNING id, business_id, due_at)
        INSERT INTO post_targets (id, business_id, post_id, position, platform, account_id, state, due_at)
        SELECT uuidv7(), m.business_id, m.id, p.position, p.platform,
          (SELECT account_id FROM account_refs a WHERE a.business_id = m.business_id AND a.platform = p.platform), 'scheduled', m.due_at
        FROM made m, unnest($5::text[]) WITH ORDINALITY AS p (platform, position)`,
        [made, Math.min(CHUNK, pending - made), due, pending, PLATFORMS],
      );
    }
    await client.query('VACUUM ANALYZE');
  });
}

/** One round of the dispatcher's own statements, committed; how long it took, in milliseconds. */
async function round(uow: Uow, claims: DueTargetsClaims): Promise<number> {
  const start = performance.now();
  await uow.run(Scope.system('due targets of all businesses'), async (tx) => {
    const claimed = await claims.claim(tx, BATCH);
    if (claimed.length !== BATCH) {
      throw new Error(`${claimed.length} instead of ${BATCH} targets were due`);
    }
    await claims.markDispatched(tx, claimed);
  });
  return performance.now() - start;
}

await withOwnPostgres(dataDir, async (postgres) => {
  const sides: { name: string; pending: number; uow: Uow; connections: Database; took: number[] }[] = [];
  for (const [name, pending] of [
    ['small', small],
    ['large', large],
  ] as const) {
    await makeDatabase(postgres, `claim_${name}`, pending);
    say(`${pending.toLocaleString('en-US')} pending targets are there`);
    const connections = new Database(
      {
        name: 'claim-cost',
        databaseUrl: postgres.urlOf('scheduling', 'service', `claim_${name}`),
        workerDatabaseUrl: postgres.urlOf('scheduling', 'worker', `claim_${name}`),
        databasePooler: 'off',
        databasePoolSize: 1,
        databaseWorkerPoolSize: 1,
        databaseConnectTimeoutMs: 5000,
        databaseConnectionSeconds: 3_600,
      },
      { schema: 'scheduling' },
    );
    // The logger reports only retries, of which there are none here.
    sides.push({ name, pending, uow: new Uow(connections, undefined as never), connections, took: [] });
  }
  const claims = new DueTargetsClaims();
  // Alternating, so that other load on the machine affects both; the first rounds warm caches and plans.
  const warm = Math.floor(batches / 4);
  for (let done = 0; done < batches; done += 1) {
    for (const side of done % 2 === 0 ? sides : sides.toReversed()) {
      const took = await round(side.uow, claims);
      if (done >= warm) {
        side.took.push(took);
      }
    }
  }
  const figures = sides.map(({ name, pending, took }) => {
    const rounded = (share: number): number => Number(quantile(took, share).toFixed(2));
    return { name, pending, rounds: took.length, p50: rounded(0.5), p95: rounded(0.95) };
  });
  for (const { pending, rounds, p50, p95 } of figures) {
    say(
      `${pending.toLocaleString('en-US')} pending: ${BATCH} claimed and marked in ${p50} ms (p50), ${p95} ms (p95), ${rounds} rounds`,
    );
  }
  const ratio = Number(((figures[1]?.p50 ?? NaN) / (figures[0]?.p50 ?? NaN)).toFixed(2));
  say(`${ratio} times the cost (aim: under ${AIM})`);
  say(`figures: ${run.save({ figures, ratio, aim: AIM })}`);
  if (!(ratio < AIM)) {
    process.exitCode = 1;
  }
  for (const { connections } of sides) {
    await connections.close();
  }
});
