import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@postloom/testing';
import { allPlatforms, FaultStage, figure, isFull, percentile, scaled } from '../../testing/fault-stage.ts';
import type { StagePost } from '../../testing/fault-stage.ts';
import type { PublisherProcess } from '../../testing/publisher-process.ts';

/** Processes that are stopped, frozen, many, or wrong about the time (F11, F12, F13, F46). */
const stage = new FaultStage();
const skew = new URL('../../testing/skewed-clock.mjs', import.meta.url).href;
const timeout = isFull ? 1_800_000 : 150_000;
const nothingWrong = { lost: 0, duplicates: 0, failed: 0, wrong: 0, unknown: 0 };

beforeAll(() => stage.start({ platforms: allPlatforms, lanesEach: 2, env: { PUBLISH_BOUND_MS: '20000' } }), 180_000);
afterEach(async () => {
  await stage.endAll();
  await stage.clearFaults();
});
afterAll(() => stage.stop());

describe('F11 SIGTERM in the middle of publishing', () => {
  it(
    'finishes or hands over, ends by itself, and nothing is doubled',
    async () => {
      const all: StagePost[] = [];
      const endings: number[] = [];
      const terms = scaled(3, 200);
      let serving = await stage.publisher();
      for (const platform of allPlatforms) {
        await stage.world.sandbox.fault(platform, { mode: 'latency', latencyMs: 250, calls: ['prepare', 'publish'] });
      }
      for (let n = 0; n < terms; n += 1) {
        const before = (await stage.world.sandbox.publications()).length;
        const posts = await stage.dueTogether(stage.lanes, 2);
        all.push(...posts);
        await eventually('some are out, more are under way', async () => {
          expect((await stage.world.sandbox.publications()).length).toBeGreaterThan(before + (n % 6));
        });
        const next = stage.publisher();
        const askedAt = performance.now();
        serving.child.kill('SIGTERM');
        expect(await serving.gone).toBeNull(); // it ended by itself
        expect(serving.child.exitCode).toBe(0);
        endings.push(performance.now() - askedAt);
        serving = await next;
        await stage.ended(posts);
      }
      const verdict = await stage.judge(all);
      const open = await stage.world.count(
        `SELECT count(*) AS n FROM publisher.publish_attempts WHERE code LIKE 'no_answer%' OR outcome IN ('absent', 'undecided')`,
      );
      figure('F11', {
        SIGTERMs: terms,
        ...verdict,
        'calls in doubt': open,
        'end p99 ms': percentile(endings, 0.99).toFixed(0),
      });
      expect(verdict).toMatchObject(nothingWrong);
      expect(open).toBe(0);
      expect(Math.max(...endings)).toBeLessThan(60_000);
    },
    timeout,
  );
});

describe('F12 five publishers at once', () => {
  it(
    'every slot that is emitted three times is published once',
    async () => {
      const running: PublisherProcess[] = await Promise.all(
        Array.from({ length: scaled(3, 5) }, () => stage.publisher()),
      );
      const each = scaled(5, 500);
      await stage.stopAll(true);
      const posts = await stage.due(stage.lanes, each);
      for (const post of posts) {
        await stage.world.service.retell(post.event);
      }
      for (const post of posts.slice(0, 100)) {
        await stage.world.service.retell(post.event);
      }
      await stage.queued(posts, isFull ? 300_000 : 60_000);
      await stage.stopAll(false);
      const startedAt = performance.now();
      await stage.ended(posts, isFull ? 600_000 : 90_000);
      const seconds = (performance.now() - startedAt) / 1_000;
      const verdict = await stage.judge(posts);
      figure('F12', { publishers: running.length, ...verdict, 'posts/s': (posts.length / seconds).toFixed(1) });
      expect(verdict).toMatchObject(nothingWrong);
    },
    timeout,
  );
});

describe('F13 a zombie', () => {
  it(
    'frozen past its lease and woken again makes no call',
    async () => {
      const all: StagePost[] = [];
      let stale = 0;
      let woken = 0;
      while (all.length < scaled(stage.lanes.length, 100)) {
        const zombie = await stage.publisher({ POSTLOOM_FAILPOINTS: 'intent_written=sleep:1200' });
        const posts = await stage.dueTogether();
        all.push(...posts);
        await eventually('all intents are written', async () => {
          const open = await stage.world.count(
            `SELECT count(*) AS n FROM publisher.publish_attempts WHERE outcome = 'open'`,
          );
          expect(open).toBe(posts.length);
        });
        zombie.child.kill('SIGSTOP');
        const successor = await stage.publisher();
        await stage.ended(posts);
        await stage.end(successor); // from here on every call is the zombie's
        const wokenAt = new Date();
        zombie.child.kill('SIGCONT');
        await eventually('the zombie knows that it lost every lane', async () => {
          expect(await zombie.metric('postloom_publisher_leases_lost_total')).toBe(posts.length);
        });
        woken += posts.length;
        for (const platform of allPlatforms) {
          stale += (await stage.world.sandbox.requests(platform)).filter(
            (one) => Date.parse(one.at) >= wokenAt.getTime(),
          ).length;
        }
        await stage.endAll();
      }
      const verdict = await stage.judge(all);
      figure('F13', { lanes: woken, 'stale calls after takeover': stale, ...verdict });
      expect(stale).toBe(0);
      expect({ ...verdict, unknown: 0 }).toMatchObject(nothingWrong);
      expect(verdict.unknown).toBe(all.filter(({ account }) => account.platform === 'tiktok').length);
    },
    timeout,
  );
});

describe('F46 clocks that are wrong', () => {
  it(
    'five minutes ahead, five behind, and an hour back in the middle: on time, once',
    async () => {
      const clock = (env: Record<string, string>) => stage.publisher({ NODE_OPTIONS: `--import ${skew}`, ...env });
      const [ahead, behind] = await Promise.all([
        clock({ CLOCK_SKEW_MS: '300000', CLOCK_JUMP_MS: '-3600000' }),
        clock({ CLOCK_SKEW_MS: '-300000' }),
      ]);
      const posts: StagePost[] = [];
      const rounds = scaled(4, 50);
      const lags: number[] = [];
      for (let n = 0; n < rounds; n += 1) {
        if (n === rounds >> 1) {
          ahead.child.kill('SIGUSR2');
        }
        const dueAt = Date.now();
        const round = await stage.due();
        posts.push(...round);
        await stage.ended(round);
        const captions = new Set(round.map((post) => post.caption));
        for (const one of await stage.world.sandbox.publications()) {
          if (captions.has(one.text)) {
            lags.push(Date.parse(one.at) - dueAt);
          }
        }
      }
      expect(ahead.child.exitCode ?? behind.child.exitCode).toBeNull();
      const verdict = await stage.judge(posts);
      figure('F46', { ...verdict, 'lag p50 ms': percentile(lags, 0.5), 'lag p99 ms': percentile(lags, 0.99) });
      expect(verdict).toMatchObject(nothingWrong);
      // A tenth of what the clocks are wrong by: how fast the machine is, is not measured here.
      expect(percentile(lags, 0.5)).toBeLessThan(30_000);
    },
    timeout,
  );
});
