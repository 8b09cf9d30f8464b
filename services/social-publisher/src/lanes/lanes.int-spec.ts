import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { platforms } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { PublisherWorld } from '../testing/publisher-world.ts';
import { LanesClaims } from './lanes.claims.ts';

const world = new PublisherWorld();
beforeAll(() => world.start());
afterAll(() => world.stop());

describe('claiming lanes', () => {
  it('finds a ready lane of every platform of the contract', async () => {
    const { service } = world;
    const claimed = await service.get(Uow).run(Scope.system('a worker of the test'), async (tx) => {
      // In one transaction, so that the service's own workers never see the lanes.
      for (const platform of platforms) {
        await tx.execute(
          `INSERT INTO accounts (id, business_id, payer_id, platform, remote_id, grantor_id, name, username, scopes, state)
          VALUES ($1, $2, $2, $3, 'r', 'g', 'Shop', 'shop', '{}', 'active')`,
          [randomUUID(), randomUUID(), platform],
        );
      }
      await tx.execute(
        `INSERT INTO lanes (id, business_id, platform, ready_at) SELECT id, business_id, platform, now() FROM accounts`,
      );
      const found = await service.get(LanesClaims).claim(tx, platforms.length, 30);
      await tx.execute('DELETE FROM lanes');
      await tx.execute('DELETE FROM accounts');
      return found;
    });
    expect(claimed.map(({ platform }) => platform).sort()).toEqual([...platforms].sort());
  });
});
