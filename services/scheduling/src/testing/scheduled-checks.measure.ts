/**
 * Scheduled checks of many posts that are due at once, by the workers of one and of eight processes; not part of the test run. All workers
 * share this process and its database, so the figures are those of the machine, not of eight machines: `node node_modules/jest/bin/jest.js
 * --testMatch '**\/scheduled-checks.measure.ts'`
 */
import { describe, it } from '@jest/globals';
import { eventually, testService } from '@postloom/testing';
import { AppModule } from '../app.module.ts';
import { migrations } from '../migrations/index.ts';
import { manyPosts } from './many-posts.ts';
import { SchedulingUnderTest } from './scheduling-under-test.ts';

const BUSINESSES = 1_000;
const POSTS = 10_000;

describe('scheduled checks', () => {
  it.each([1, 8])(
    'due at once, %i pods',
    async (pods) => {
      const under = await SchedulingUnderTest.start();
      const { nats, database } = under.service;
      const others = await Promise.all(
        Array.from({ length: pods - 1 }, () =>
          testService({ service: 'scheduling', module: AppModule, migrations, nats, database }),
        ),
      );
      try {
        for (let made = 0; made < BUSINESSES; made += 1) {
          await manyPosts(under, under.tenant(), POSTS / BUSINESSES);
        }
        await under.sql('UPDATE posts SET check_at = now()');
        const started = performance.now();
        await eventually(
          'all are checked',
          async () => {
            const left = await under.sql<{ id: string }>(
              `SELECT id FROM posts WHERE check_at < now() + interval '10 minutes' LIMIT 1`,
            );
            if (left.length > 0) {
              throw new Error('not yet');
            }
          },
          { timeoutMs: 280_000 },
        );
        const seconds = (performance.now() - started) / 1_000;
        process.stdout.write(
          `${pods} pods: ${POSTS} checks in ${seconds.toFixed(1)} s, ${Math.round(POSTS / seconds)}/s\n`,
        );
      } finally {
        for (const other of others) {
          await other.close();
        }
        await under.close();
      }
    },
    600_000,
  );
});
