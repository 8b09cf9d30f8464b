/**
 * `npm run check-rates`: scheduled checks of 10,000 posts that are due at once, by one and by eight processes of the service on one
 * Postgres. A check asks nobody but its database, so the database is where it waits: what a check writes takes 10 ms longer,
 * as with a network between and a commit that a replica confirms. CHECKS_POSTS (10000, in tens), CHECKS_PODS (1,8), CHECKS_WAIT_MS (10).
 */
import { strict as assert } from 'node:assert';
import { asAdmin, eventually, isPod, runPod, startPods, testDatabase, testNats, testService } from '@postloom/testing';
import type { PodServers } from '@postloom/testing';
import { AppModule } from '../app.module.ts';
import { migrations } from '../migrations/index.ts';
import { manyPosts } from './many-posts.ts';
import { SchedulingUnderTest } from './scheduling-under-test.ts';

/** `manyPosts` lets them fall due within the next 24 hours, so that none has a second check soon. */
const POSTS_OF_A_BUSINESS = 10;

async function measure(posts: number, pods: number, waitMs: number): Promise<void> {
  const servers: PodServers = { nats: await testNats(), database: await testDatabase('scheduling', migrations) };
  const sql = <T extends object>(text: string): Promise<T[]> => asAdmin<T>(servers.database, text);
  try {
    // The posts are made by a process that has ended before the others begin: it would check as well.
    const under = await SchedulingUnderTest.start(servers);
    for (let made = 0; made < posts; made += POSTS_OF_A_BUSINESS) {
      await manyPosts(under, under.tenant(), POSTS_OF_A_BUSINESS);
    }
    await under.close();
    await sql(
      `CREATE FUNCTION scheduling.wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(${waitMs} / 1000.0); RETURN NEW; END $$;
       CREATE TRIGGER wait BEFORE UPDATE ON scheduling.posts FOR EACH ROW WHEN (NEW.check_at > now() + interval '10 minutes')
       EXECUTE FUNCTION scheduling.wait()`,
    );
    await sql('VACUUM ANALYZE scheduling.posts');
    const started = await startPods(pods, servers);
    try {
      await sql('UPDATE scheduling.posts SET check_at = now()');
      const left = async (): Promise<number> => {
        const [row] = await sql<{ n: number }>(
          `SELECT count(*)::int AS n FROM scheduling.posts WHERE check_at < now() + interval '10 minutes'`,
        );
        return row?.n ?? 0;
      };
      // Workers look every few seconds; the time counts from the first one's first check on.
      await eventually('the first is checked', async () => assert.ok((await left()) < posts), { everyMs: 20 });
      const [before, from] = [await left(), performance.now()];
      await eventually('all are checked', async () => assert.equal(await left(), 0), {
        timeoutMs: 280_000,
        everyMs: 50,
      });
      const seconds = (performance.now() - from) / 1_000;
      process.stdout.write(
        `${pods} pods: ${before} checks in ${seconds.toFixed(1)} s, ${Math.round(before / seconds)}/s\n`,
      );
    } finally {
      await started.close();
    }
  } finally {
    await servers.database.drop();
    await servers.nats.stop();
  }
}

if (isPod) {
  await runPod((servers) => testService({ service: 'scheduling', module: AppModule, migrations, ...servers }));
} else {
  const numbers = (name: string, fallback: string): number[] =>
    (process.env[name] ?? fallback).split(',').map((text) => {
      assert.match(text, /^\d+$/, `${name} must be a whole number, not '${text}'`);
      return Number(text);
    });
  const [posts = 0] = numbers('CHECKS_POSTS', '10000');
  const [waitMs = 0] = numbers('CHECKS_WAIT_MS', '10');
  for (const pods of numbers('CHECKS_PODS', '1,8')) {
    await measure(posts, pods, waitMs);
  }
}
