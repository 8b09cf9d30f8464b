import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { EventContract } from '@postloom/contracts';
import pg from 'pg';
import type { EnvelopeFacts } from './builders.ts';
import { eventually } from './eventually.ts';
import { seeded } from './seeded.ts';
import type { TestService } from './test-service.ts';

/**
 * F24: events of the neighbours in any order, some of them twice, over a projection that a service keeps of them: updated before
 * created, deleted first. Every entity must end as its newest event says. `MESSAGING_FAULTS=full`: 1,000 stories of each kind.
 */
export const STORIES = process.env['MESSAGING_FAULTS'] === 'full' ? 1_000 : 40;

/** An event still to be emitted; another `tell` makes a repetition. */
export interface Untold {
  readonly tell: (service: TestService) => Promise<unknown>;
}

/** One event; told a second time it is the same one. */
export function untold<E extends EventContract>(contract: E, facts: EnvelopeFacts<E>): Untold {
  const fixed = { ...facts, id: randomUUID(), at: new Date().toISOString() };
  let told: Promise<Awaited<ReturnType<TestService['emitFrom']>>> | undefined;
  return {
    tell: async (service) => {
      if (told === undefined) {
        return (told = service.emitFrom(contract, fixed) as NonNullable<typeof told>);
      }
      return service.retell(await told);
    },
  };
}

/** All events in one order that the seed decides, a third of them twice; many emitted at a time, as by a busy broker. */
export async function emitShuffled(service: TestService, events: readonly Untold[], seed: number): Promise<number> {
  const next = seeded(seed);
  const copies = events.flatMap((one) => (next() < 0.33 ? [one, one] : [one]));
  const order = copies.map((one) => ({ one, key: next() })).sort((a, b) => a.key - b.key);
  for (let from = 0; from < order.length; from += 50) {
    await Promise.all(order.slice(from, from + 50).map(({ one }) => one.tell(service)));
  }
  return copies.length;
}

/** What an administrator reads. */
export async function rowsOf<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    return (await admin.query<T>(sql)).rows;
  } finally {
    await admin.end();
  }
}

/** How many versions of an entity are emitted: 1 to `most`. */
export function storyLengths(seed: number, most: number): number[] {
  const next = seeded(seed ^ 0x24);
  return Array.from({ length: STORIES }, () => 1 + Math.floor(next() * most));
}

/** Expected and found states that differ; retried until none does or the time is over. */
export async function endsAsTold(
  sentence: string,
  expected: ReadonlyMap<string, string>,
  find: () => Promise<ReadonlyMap<string, string>>,
): Promise<void> {
  await eventually(
    sentence,
    async () => {
      const found = await find();
      const wrong = [...expected].filter(([id, state]) => found.get(id) !== state);
      assert.deepEqual(
        wrong.slice(0, 3).map(([id, state]) => `${id}: ${found.get(id)} instead of ${state}`),
        [],
      );
    },
    { timeoutMs: 300_000, everyMs: 250 },
  );
}
