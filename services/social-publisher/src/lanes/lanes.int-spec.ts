import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { platforms } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { metrics } from '../metrics.ts';
import { PublisherWorld } from '../testing/publisher-world.ts';
import { LanesClaims } from './lanes.claims.ts';
import type { ClaimedLane } from './lanes.repository.ts';

const world = new PublisherWorld();
beforeAll(() => world.start());
afterAll(() => world.stop());

describe('claiming lanes', () => {
  /** What a worker claims when every platform has a ready lane, whose last lease ended then. */
  const claimAfter = (leaseEnd: string): Promise<readonly ClaimedLane[]> =>
    world.service.get(Uow).run(Scope.system('a worker of the test'), async (tx) => {
      // In one transaction, so that the service's own workers never see the lanes.
      for (const platform of platforms) {
        await tx.execute(
          `INSERT INTO accounts (id, business_id, payer_id, platform, remote_id, grantor_id, name, username, scopes, state)
          VALUES ($1, $2, $2, $3, 'r', 'g', 'Shop', 'shop', '{}', 'active')`,
          [randomUUID(), randomUUID(), platform],
        );
      }
      await tx.execute(
        `INSERT INTO lanes (id, business_id, platform, ready_at, lease_until)
        SELECT id, business_id, platform, now(), $1::timestamptz FROM accounts`,
        [leaseEnd],
      );
      const found = await world.service.get(LanesClaims).claim(tx, platforms.length, 30);
      await tx.execute('DELETE FROM lanes');
      await tx.execute('DELETE FROM accounts');
      return found;
    });
  const takenOver = (): Promise<number> => metrics.lanesTakenOverTotal.value();

  it('finds a ready lane of every platform of the contract', async () => {
    const before = await takenOver();
    const claimed = await claimAfter('-infinity');
    expect(claimed.map(({ platform }) => platform).sort()).toEqual([...platforms].sort());
    expect(await takenOver()).toBe(before);
  });

  it('counts those whose last worker did not give them back', async () => {
    const before = await takenOver();
    await claimAfter('2026-01-01T00:00:00Z');
    expect(await takenOver()).toBe(before + platforms.length);
  });
});
