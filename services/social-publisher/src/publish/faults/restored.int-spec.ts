import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { carryOut } from '../../../../../deploy/ops/src/switches.repository.ts';
import { readOrder } from '../../../../../deploy/ops/src/orders.ts';
import { FaultStage, figure, isFull, scaled } from '../../testing/fault-stage.ts';
import type { StagePost } from '../../testing/fault-stage.ts';

/**
 * F18: a copy of the database is made, then posts go out, then the copy takes the database's place. Started as the runbook says,
 * nothing is sent again; started as if nothing had happened, it is.
 */
const stage = new FaultStage();
const { world } = stage;
const timeout = isFull ? 900_000 : 120_000;
const operator = (line: string): Promise<string[]> => carryOut(world.database.adminUrl, readOrder(line.split(' ')));

beforeAll(() => stage.start({ platforms: ['instagram', 'facebook', 'twitter', 'linkedin'], lanesEach: 3 }), 180_000);
afterAll(async () => {
  await stage.stop();
});

/** Posts that the copy knows as waiting and that are public. */
async function publishedAfterTheBackup(perLane: number): Promise<{ posts: StagePost[]; backup: string }> {
  await operator('stop all');
  const first = await stage.publisher();
  const posts = await stage.due(stage.lanes, perLane);
  await stage.queued(posts, timeout);
  await stage.end(first);
  const backup = `backup_${randomBytes(5).toString('hex')}`;
  await world.copyDatabase(backup);
  await operator('resume all');
  const second = await stage.publisher();
  await stage.ended(posts, timeout);
  await stage.end(second);
  expect(await stage.judge(posts)).toMatchObject({ lost: 0, duplicates: 0, wrong: 0, unknown: 0, failed: 0 });
  return { posts, backup };
}

async function restored(posts: readonly StagePost[], backup: string, orders: readonly string[]): Promise<number> {
  await world.useDatabase(backup);
  for (const order of orders) {
    await operator(order);
  }
  const startedAt = performance.now();
  const publisher = await stage.publisher();
  await operator('resume all');
  await stage.ended(posts, timeout);
  await stage.end(publisher);
  return (performance.now() - startedAt) / 1_000;
}

describe('F18 a database restored from a backup', () => {
  it(
    'started with recovered-to it sends nothing again, and knows what is public',
    async () => {
      const { posts, backup } = await publishedAfterTheBackup(scaled(4, 42));
      const seconds = await restored(posts, backup, ['recovered-to now']);
      const verdict = await stage.judge(posts);
      figure('F18', { ...verdict, reposts: verdict.duplicates, 'recovered in s': seconds.toFixed(1) });
      expect(verdict).toEqual({ posts: posts.length, lost: 0, duplicates: 0, unknown: 0, failed: 0, wrong: 0 });
      // Afterwards it publishes as usual, also what is due later than that time.
      const later = await stage.publisher();
      const fresh = await stage.due();
      await stage.ended(fresh, timeout);
      expect(await stage.judge(fresh)).toMatchObject({ lost: 0, duplicates: 0, wrong: 0, unknown: 0, failed: 0 });
      await stage.end(later);
      expect((await operator('recovered-to off')).join()).toContain('Nothing is stopped.');
    },
    timeout,
  );

  it(
    'the control without recovered-to sends posts again, so the test above proves something',
    async () => {
      const { posts, backup } = await publishedAfterTheBackup(1);
      await restored(posts, backup, []);
      const verdict = await stage.judge(posts);
      figure('F18', { control: 'without recovered-to', posts: verdict.posts, reposts: verdict.duplicates });
      expect(verdict.duplicates).toBeGreaterThan(posts.length / 2);
    },
    timeout,
  );
});
