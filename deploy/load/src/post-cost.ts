/** Of the bytes in the write-ahead log, what the idle stack writes in the same time is taken off. */
import { rmSync } from 'node:fs';
import pg from 'pg';
import { atTheEnd } from '../../harness/src/at-the-end.ts';
import { Person } from '../../harness/src/client.ts';
import { choice, defineRun, number } from '../../harness/src/define-run.ts';
import { eventually } from '../../harness/src/eventually.ts';
import { inParallel } from '../../harness/src/in-parallel.ts';
import { smallPicture } from '../../harness/src/picture.ts';
import { startLiveStack } from '../../local/src/checks/live-stack.ts';

const run = defineRun({
  name: 'post-cost',
  summary:
    'What one published post costs the database, from its creation until it has settled everywhere: events in the outboxes, transactions of the inboxes, bytes of the write-ahead log.',
  prefix: 'COST_',
  settings: {
    posts: number(120, 'posts that go out'),
    platforms: choice(['1', '2', '3'], 'on how many platforms each'),
  },
  figures: true,
});
const POSTS = run.settings.posts;
const platforms = (['twitter', 'instagram', 'facebook'] as const).slice(0, Number(run.settings.platforms));
const PEOPLE = 6;
const IDLE_SECONDS = 10;
const schemas = ['identity', 'media', 'captions', 'scheduling', 'publisher', 'analytics'];

interface Counters {
  readonly atMs: number;
  readonly events: number;
  readonly inbox: number;
  readonly wal: number;
  readonly bySubject: ReadonlyMap<string, number>;
}

const { dataDir } = run;
const stack = await startLiveStack(dataDir, { POSTLOOM_RATE_LIMITS: 'off' });
const end = async (): Promise<void> => {
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
};
const forget = atTheEnd(end);
const client = new pg.Client({ connectionString: stack.run.databaseUrl });

try {
  await client.connect();
  const people = await inParallel([...Array(PEOPLE).keys()], 3, async (number) => {
    const person = await Person.signUp(stack.url, { tier: 'agency' });
    const photo = await person.upload(await smallPicture(number));
    for (const platform of platforms) {
      await person.connect(platform, `cost-${number}`);
    }
    await person.photosReady();
    return { person, photoId: photo.id };
  });
  await quiet();
  const idleFrom = await counters();
  await eventually('the idle time is over', async () => {
    return (await counters()).atMs - idleFrom.atMs < IDLE_SECONDS * 1_000 ? undefined : true;
  });
  const before = await counters();
  const idlePerMs = (before.wal - idleFrom.wal) / (before.atMs - idleFrom.atMs);

  await inParallel([...Array(POSTS).keys()], 6, async (number) => {
    const { person, photoId } = people[number % PEOPLE] ?? fail();
    await person.createPost({
      caption: `Post ${number}: fresh from the oven this morning, come by before they are gone.`,
      platforms: [...platforms],
      status: 'scheduled',
      scheduledFor: new Date(before.atMs + 5_000).toISOString(),
      photoId,
    });
  });
  await eventually(
    'all posts are out',
    async () => {
      const { rows } = await client.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM scheduling.posts WHERE status = 'published'`,
      );
      return rows[0]?.n !== POSTS ? undefined : true;
    },
    180_000,
  );
  await quiet();
  const after = await counters();

  const per = (count: number): string => (count / POSTS).toFixed(2);
  const wal = after.wal - before.wal - idlePerMs * (after.atMs - before.atMs);
  console.log(`\nOf ${POSTS} posts on ${platforms.join(', ')}, each:`);
  console.log(`  events              ${per(after.events - before.events)}`);
  console.log(`  inbox transactions  ${per(after.inbox - before.inbox)}`);
  console.log(`  WAL bytes           ${Math.round(wal / POSTS)}`);
  const bySubject: Record<string, number> = {};
  for (const [subject, count] of after.bySubject) {
    const made = count - (before.bySubject.get(subject) ?? 0);
    if (made > 0) {
      bySubject[subject] = made / POSTS;
      console.log(`    ${subject.padEnd(40)} ${per(made)}`);
    }
  }
  const perPost = {
    events: (after.events - before.events) / POSTS,
    inbox: (after.inbox - before.inbox) / POSTS,
    walBytes: Math.round(wal / POSTS),
    bySubject,
  };
  console.log(`Figures: ${run.save({ perPost })}`);
} finally {
  await client.end();
  forget();
  await end();
}

/** Every event has been published and nothing new came for two readings. */
async function quiet(): Promise<void> {
  let last = -1;
  await eventually(
    'the stack is quiet',
    async () => {
      const { events, inbox } = await counters();
      const open = await sum(`SELECT count(*) AS n FROM $schema.outbox WHERE published_at IS NULL`);
      const seen = events + inbox;
      const isQuiet = open === 0 && seen === last;
      last = seen;
      return isQuiet ? true : undefined;
    },
    60_000,
    1_000,
  );
}

async function counters(): Promise<Counters> {
  const { rows } = await client.query<{ at: Date; wal: string }>(
    `SELECT clock_timestamp() AS at, pg_current_wal_insert_lsn() - '0/0' AS wal`,
  );
  const { rows: subjects } = await client.query<{ subject: string; n: number }>(
    schemas.map((schema) => `SELECT subject, count(*)::int AS n FROM ${schema}.outbox GROUP BY 1`).join(' UNION ALL '),
  );
  const bySubject = new Map(subjects.map(({ subject, n }) => [subject, n]));
  return {
    atMs: rows[0]?.at.getTime() ?? 0,
    wal: Number(rows[0]?.wal ?? 0),
    events: [...bySubject.values()].reduce((total, n) => total + n, 0),
    inbox: await sum('SELECT count(*) AS n FROM $schema.inbox'),
    bySubject,
  };
}

async function sum(query: string): Promise<number> {
  let total = 0;
  for (const schema of schemas) {
    const { rows } = await client.query<{ n: string }>(query.replace('$schema', schema));
    total += Number(rows[0]?.n ?? 0);
  }
  return total;
}

function fail(): never {
  throw new Error('nobody was seeded');
}
