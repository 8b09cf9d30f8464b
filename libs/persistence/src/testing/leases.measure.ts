/**
 * What a claim costs when one business has flooded a table; not part of the test run:
 * `node node_modules/jest/bin/jest.js --testMatch '**\/leases.measure.ts'`
 */
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { FIRST_TURN, Leases } from '../leases.ts';
import { Scope } from '../scope.ts';
import { openFixture } from './fixture.ts';
import type { Fixture } from './fixture.ts';

const FLOOD = 300_000;
const PARTS = 10;
const OTHERS = 20_000;
const CLAIMS = 200;
const scope = Scope.system('measure');

const say = (line: string): void => void process.stdout.write(`${line}\n`);

describe('a claim beside many waiting rows of one business', () => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await openFixture();
    const fill = (business: string, count: number) =>
      fixture.uow.run(
        scope,
        (tx) =>
          tx.execute(
            `INSERT INTO chores (id, business_id, ready_at)
            SELECT gen_random_uuid(), ${business}, now() - interval '1 hour' + n * interval '1 ms' FROM generate_series(1, $1) AS n`,
            [count],
          ),
        { timeoutMs: 30_000 },
      );
    for (let part = 0; part < PARTS; part += 1) {
      await fill(`'11111111-1111-4111-8111-111111111111'`, FLOOD / PARTS);
    }
    await fill('gen_random_uuid()', OTHERS);
  }, 900_000);
  afterAll(() => fixture.close());

  it.each([1, 8])(
    '%i rows at a time',
    async (limit) => {
      const leases = new Leases();
      const turn = { after: FIRST_TURN };
      const taken: number[] = [];
      const businesses = new Set<string>();
      for (let claim = 0; claim < CLAIMS; claim += 1) {
        const started = performance.now();
        const rows = await fixture.uow.run(scope, (tx) =>
          leases.claimFairly<{ business_id: string }>(
            tx,
            { table: 'chores', limit, leaseSeconds: 600, turnsBy: 'business_id' },
            turn,
          ),
        );
        taken.push(performance.now() - started);
        rows.forEach((row) => businesses.add(row.business_id));
      }
      const sorted = taken.toSorted((a, b) => a - b);
      const at = (part: number): string => (sorted[Math.floor(part * (sorted.length - 1))] ?? 0).toFixed(2);
      say(
        `${limit} rows: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms a transaction, ${businesses.size} businesses in ${CLAIMS} claims`,
      );
    },
    600_000,
  );
});
