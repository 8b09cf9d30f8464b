import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { publisherRpc, sharedAccountRpc } from '@postloom/contracts';
import { callerOf, PublisherWorld } from '../testing/publisher-world.ts';
import type { Person } from '../testing/publisher-world.ts';

const world = new PublisherWorld();
beforeAll(() => world.start());
afterAll(() => world.stop());

const shared = (person: Person) => world.service.rpc(sharedAccountRpc.accountShared, {}, callerOf(person));
/** Another business of the same owner. */
const clientOf = ({ userId, payerId }: Person) => world.person({ userId, payerId });
const handle = () => `Studio ${randomBytes(4).toString('hex')}`;

describe('an account of two clients of one owner', () => {
  it('is told to both, and only while both have it', async () => {
    const rye = world.person();
    const yoga = clientOf(rye);
    const studio = handle();
    const atRye = await world.connect(rye, 'twitter', studio);
    await world.connect(yoga, 'facebook');
    expect(await shared(rye)).toEqual([]);
    const atYoga = await world.connect(yoga, 'twitter', studio);
    expect(atYoga.accountId).toBe(atRye.accountId);
    expect(await shared(yoga)).toEqual([{ accountId: atYoga.id, businessIds: [rye.businessId] }]);
    expect(await shared(rye)).toEqual([{ accountId: atRye.id, businessIds: [yoga.businessId] }]);
    // Another account of the same platform is another account.
    expect(await world.connect(rye, 'twitter', handle())).toMatchObject({ platform: 'twitter' });
    expect(await shared(yoga)).toEqual([]);
    expect(await shared(rye)).toEqual([]);
  });

  it('is told no more once one of them has disconnected it', async () => {
    const rye = world.person();
    const yoga = clientOf(rye);
    const studio = handle();
    await world.connect(rye, 'twitter', studio);
    await world.connect(yoga, 'twitter', studio);
    expect(await shared(rye)).toHaveLength(1);
    await world.service.rpc(publisherRpc.accountDisconnect, { platform: 'twitter' }, callerOf(yoga));
    expect(await shared(rye)).toEqual([]);
    expect(await shared(yoga)).toEqual([]);
  });

  it('names nothing of an owner to another one who has connected it too', async () => {
    const [rye, stranger] = [world.person(), world.person()];
    const yoga = clientOf(rye);
    const studio = handle();
    for (const person of [rye, stranger, yoga]) {
      await world.connect(person, 'twitter', studio);
    }
    expect(await shared(stranger)).toEqual([]);
    expect((await shared(rye)).flatMap(({ businessIds }) => businessIds)).toEqual([yoga.businessId]);
  });
});
