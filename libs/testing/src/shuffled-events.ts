import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { DataOf, EventContract, mediaEvents } from '@postloom/contracts';
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

/** How many versions of an entity are emitted: 1 to `most`. */
export function storyLengths(seed: number, most: number): number[] {
  const next = seeded(seed ^ 0x24);
  return Array.from({ length: STORIES }, () => 1 + Math.floor(next() * most));
}

/** The data of an event about a photo that is ready. */
export const photoFacts = (photoId: string): DataOf<typeof mediaEvents.photoReady> => ({
  photoId,
  sha256: 'a'.repeat(64),
  mimeType: 'image/jpeg',
  width: 1080,
  height: 1080,
  fileSize: 1_000,
  albumId: null,
  thumbnailPath: '/objects/thumbnail',
});

/** Events that are emitted shuffled, and how everything must end. */
export interface Stories {
  readonly service: TestService;
  readonly seed: number;
  readonly events: readonly Untold[];
  /** The last state of every entity. */
  readonly expected: ReadonlyMap<string, string>;
  /** A query, run as administrator, for the `id` and `state` of every entity. */
  readonly found: string;
  /** Whose stories of what, for the printed figure. */
  readonly what: string;
}

/** Emits the events shuffled, and waits until every entity is in the state that its newest event says. */
export async function endAsTold({ service, seed, events, expected, found, what }: Stories): Promise<void> {
  const told = await emitShuffled(service, events, seed);
  const admin = new pg.Client({ connectionString: service.database.adminUrl });
  await admin.connect();
  try {
    await eventually(
      `${what} end as told`,
      async () => {
        const { rows } = await admin.query<{ id: string; state: string }>(found);
        const states = new Map(rows.map(({ id, state }) => [id, state]));
        const wrong = [...expected].filter(([id, state]) => states.get(id) !== state);
        assert.deepEqual(
          wrong.slice(0, 3).map(([id, state]) => `${id}: ${states.get(id)} instead of ${state}`),
          [],
        );
      },
      { timeoutMs: 300_000, everyMs: 250 },
    );
  } finally {
    await admin.end();
  }
  process.stdout.write(`  figure: F24: ${what}, ${STORIES} of each (${told} events): wrong end states 0\n`);
}

/** All events in one order that the seed decides, a third of them twice; many emitted at a time, as by a busy broker. */
async function emitShuffled(service: TestService, events: readonly Untold[], seed: number): Promise<number> {
  const next = seeded(seed);
  const copies = events.flatMap((one) => (next() < 0.33 ? [one, one] : [one]));
  const order = copies.map((one) => ({ one, key: next() })).sort((a, b) => a.key - b.key);
  for (let from = 0; from < order.length; from += 50) {
    await Promise.all(order.slice(from, from + 50).map(({ one }) => one.tell(service)));
  }
  return copies.length;
}
