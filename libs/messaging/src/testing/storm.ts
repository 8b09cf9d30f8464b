import { setTimeout as wait } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { asAdmin, eventually, testDatabase, testNats } from '@postloom/testing';
import type { TestDatabase, TestNats, TestService } from '@postloom/testing';
import { migrations, thingHappened } from './effects.ts';
import { counts, startCounting, startTelling, unpublished } from './world.ts';

/** `MESSAGING_FAULTS=full`: the numbers of the fault matrix; else a form that fits a test run. */
export const isFull = process.env['MESSAGING_FAULTS'] === 'full';
export const scaled = <T>(full: T, short: T): T => (isFull ? full : short);

/** Shown with every run: a fault test without a figure says little. */
export const figure = (line: string): void => void process.stdout.write(`  figure: ${line}\n`);

/** A telling and a listening service on their own databases and broker, for tests that break the broker over and over. */
export class Storm {
  readonly nats: TestNats;
  readonly mediaDatabase: TestDatabase;
  readonly schedulingDatabase: TestDatabase;
  media: TestService;
  scheduling: TestService;
  /** Events told so far; their numbers are 0 to `told` - 1. */
  told = 0;
  private readonly env: Readonly<Record<string, string>>;

  private constructor(
    parts: Pick<Storm, 'nats' | 'mediaDatabase' | 'schedulingDatabase' | 'media' | 'scheduling'>,
    env: Readonly<Record<string, string>>,
  ) {
    this.nats = parts.nats;
    this.mediaDatabase = parts.mediaDatabase;
    this.schedulingDatabase = parts.schedulingDatabase;
    this.media = parts.media;
    this.scheduling = parts.scheduling;
    this.env = env;
  }

  static async start(env: Readonly<Record<string, string>> = {}, nats?: TestNats): Promise<Storm> {
    const broker = nats ?? (await testNats());
    const mediaDatabase = await testDatabase('media', migrations);
    const schedulingDatabase = await testDatabase('scheduling', migrations);
    const media = await startTelling({ nats: broker, database: mediaDatabase, env });
    const scheduling = await startCounting({ nats: broker, database: schedulingDatabase, env });
    return new Storm({ nats: broker, mediaDatabase, schedulingDatabase, media, scheduling }, env);
  }

  async end(): Promise<void> {
    await this.media.close();
    await this.scheduling.close();
    await this.mediaDatabase.drop();
    await this.schedulingDatabase.drop();
    await this.nats.stop();
  }

  /** The listener goes away while `work` runs, as in a rollout that takes too long. */
  async whileNobodyListens(work: () => Promise<void>): Promise<void> {
    await this.scheduling.close();
    try {
      await work();
    } finally {
      this.scheduling = await startCounting({ nats: this.nats, database: this.schedulingDatabase, env: this.env });
    }
  }

  /** Tells events past any broker: in one transaction per `batch`. */
  async tell(count: number, batch = 250): Promise<void> {
    for (let left = count; left > 0; left -= batch) {
      await this.emitOnce(Math.min(batch, left));
    }
  }

  /** Tells events bit by bit while something else goes on. */
  async emitSlowly(count: number, batch: number, pauseMs: number): Promise<void> {
    for (let left = count; left > 0; left -= batch) {
      await this.emitOnce(Math.min(batch, left));
      await wait(pauseMs);
    }
  }

  /** Every event has had its effect once for each of the two handlers, and the outbox is empty. Gives the seconds it took. */
  async allEffective(timeoutMs: number, expected = this.told): Promise<number> {
    const from = performance.now();
    for (const handler of ['count', 'second']) {
      await eventually(
        `all ${expected} events have had their effect`,
        async () => expect((await counts(this.scheduling, handler)).rows).toBeGreaterThanOrEqual(expected),
        { timeoutMs, everyMs: 100 },
      );
    }
    const seconds = (performance.now() - from) / 1_000;
    await eventually('the outbox is empty', async () => expect(await unpublished(this.media)).toBe(0), {
      timeoutMs,
      everyMs: 100,
    });
    for (const handler of ['count', 'second']) {
      expect(await counts(this.scheduling, handler)).toEqual({ rows: expected, events: expected, numbers: expected });
    }
    return seconds;
  }

  /** SQL past all rules, in the database of one of the two. */
  sql<T extends object>(of: 'media' | 'scheduling', text: string, values: unknown[] = []): Promise<T[]> {
    return asAdmin<T>(of === 'media' ? this.mediaDatabase : this.schedulingDatabase, text, values);
  }

  private async emitOnce(count: number): Promise<void> {
    const from = this.told;
    await this.media.get(Uow).run(Scope.global(), async (tx: Tx) => {
      for (let n = from; n < from + count; n += 1) {
        await tx.emit(thingHappened, {
          businessId: null,
          entityId: `thing-${n}`,
          version: 1,
          data: { n, how: 'well' },
        });
      }
    });
    this.told += count;
  }
}
