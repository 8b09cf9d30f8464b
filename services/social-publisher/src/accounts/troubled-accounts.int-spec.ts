import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { attentionRpc, publisherRpc, rowsOf } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { callerOf, PublisherWorld } from '../testing/publisher-world.ts';
import type { Person } from '../testing/publisher-world.ts';
import { BreakAccount } from './break-account.ts';

const world = new PublisherWorld();
beforeAll(() => world.start());
afterAll(() => world.stop());

const clientOf = ({ userId, payerId }: Person) => world.person({ userId, payerId });
const counted = async (caller: Person, ...people: readonly Person[]) => {
  const businessIds = people.map(({ businessId }) => businessId);
  const found = await world.service.rpc(attentionRpc.publisher, { businessIds }, callerOf(caller));
  return businessIds.map((id) => found.find(({ businessId }) => businessId === id)?.things ?? 0);
};
/** How many accounts a business itself shows as lost. */
const shown = async (person: Person) =>
  rowsOf(await world.service.rpc(publisherRpc.accountList, {}, callerOf(person))).filter(
    ({ status }) => status === 'reconnect_required',
  ).length;

describe('accounts to reconnect in all businesses of one owner', () => {
  it('are counted as each business shows them, and nothing of another owner', async () => {
    const [rye, stranger] = [world.person(), world.person()];
    const [yoga, quiet] = [clientOf(rye), clientOf(rye)];
    const [broken, ended, left] = [
      await world.connect(rye, 'twitter'),
      await world.connect(rye, 'facebook'),
      await world.connect(yoga, 'twitter'),
    ];
    await world.connect(quiet, 'twitter');
    const theirs = await world.connect(stranger, 'twitter');
    const breakOne = (person: Person, id: string) =>
      world.service
        .get(Uow)
        .run(Scope.business(person.businessId), (tx) =>
          world.service.get(BreakAccount).execute(tx, { id, businessId: person.businessId }, 'No access.'),
        );
    expect(await counted(rye, rye, yoga, quiet)).toEqual([0, 0, 0]);
    await breakOne(rye, broken.id);
    await breakOne(stranger, theirs.id);
    await world.admin.query(
      `UPDATE publisher.accounts SET token_expires_at = now() + CASE WHEN id = $1 THEN interval '-1 s' ELSE interval '1 day' END
        WHERE id IN ($1, $2)`,
      [ended.id, left.id],
    );
    expect(await counted(yoga, rye, yoga, quiet)).toEqual([2, 0, 0]);
    expect(await Promise.all([rye, yoga, quiet].map(shown))).toEqual([2, 0, 0]);
    expect(await counted(stranger, rye, yoga, stranger)).toEqual([0, 0, 1]);
    expect(await counted(rye, stranger)).toEqual([0]);
    await world.service.rpc(publisherRpc.accountDisconnect, { platform: 'twitter' }, callerOf(rye));
    expect(await counted(rye, rye)).toEqual([1]);
  });
});
