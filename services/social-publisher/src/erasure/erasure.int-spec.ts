import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { identityEvents, publisherRpc, schedulingEvents } from '@postloom/contracts';
import { ErasurePlan, Scope, Uow } from '@postloom/persistence';
import { eventually } from '@postloom/testing';
import { ConnectAccount } from '../accounts/index.ts';
import { callerOf, PublisherWorld } from '../testing/publisher-world.ts';
import type { Person } from '../testing/publisher-world.ts';

const world = new PublisherWorld();
beforeAll(() => world.start());
afterAll(() => world.stop());

const deleteBusiness = ({ businessId, payerId }: Person) =>
  world.service.emitFrom(identityEvents.businessDeleted, { businessId, version: 9, data: { businessId, payerId } });

/** Rows of the business, by table. */
async function left({ businessId }: Person): Promise<Record<string, number>> {
  const tables = [
    'accounts',
    'account_secrets',
    'revocations',
    'lanes',
    'publish_jobs',
    'publish_attempts',
    'oauth_flows',
  ];
  const found: Record<string, number> = {};
  for (const table of [...tables, 'late_limits', 'deleted_posts']) {
    const n = await world.count(`SELECT count(*) AS n FROM publisher.${table} WHERE business_id = $1`, [businessId]);
    if (n > 0) {
      found[table] = n;
    }
  }
  return found;
}

const nothingIsLeft = (person: Person) =>
  eventually('nothing is left', async () => expect(await left(person)).toEqual({}), { timeoutMs: 20_000 });
const isNow = (targetId: string, column: string, value: string) =>
  eventually(`${column} is ${value}`, async () => expect((await world.job(targetId))[column]).toBe(value), {
    timeoutMs: 20_000,
  });

/** With a row of the previous version, which stored the late limit of each business. */
async function businessWithLimit(): Promise<Person> {
  const person = world.person();
  await world.admin.query('INSERT INTO publisher.late_limits (business_id, minutes, version) VALUES ($1, 60, 2)', [
    person.businessId,
  ]);
  return person;
}

describe('a deleted business', () => {
  it('sends nothing more and leaves nothing: no token, no name, no text, of connected and disconnected accounts', async () => {
    const person = await businessWithLimit();
    const out = await world.connect(person, 'facebook');
    const published = await world.due(person, out);
    await isNow(published.targetId, 'state', 'published');
    await world.service.rpc(publisherRpc.accountDisconnect, { platform: 'facebook' }, callerOf(person));
    const waiting = await world.due(person, out);
    await isNow(waiting.targetId, 'wait_code', 'parked');
    const revoked = await world.connect(person, 'twitter');
    await world.sandbox.fault('twitter', { mode: 'token_revoked', count: 1 });
    const { targetId } = await world.due(person, revoked);
    await isNow(targetId, 'wait_code', 'parked');
    await world.authUrl(person, 'instagram');

    await deleteBusiness(person);
    await nothingIsLeft(person);
    expect(await world.sandbox.publications({ account: out.accountId })).toHaveLength(1);
    expect(await world.sandbox.publications({ account: revoked.accountId })).toHaveLength(0);
    expect((await world.eventsOf(waiting.targetId)).map(({ subject }) => subject)).toEqual([
      'publisher.target.needs-attention.v1',
    ]);
  });

  it('whose call is on its way is looked for first, with the token that is needed for it', async () => {
    const person = await businessWithLimit();
    const account = await world.connect(person, 'twitter');
    await world.sandbox.fault('twitter', { mode: 'hang_after', count: 1 });
    const { targetId } = await world.due(person, account);
    await isNow(targetId, 'state', 'verifying');
    await deleteBusiness(person);
    await nothingIsLeft(person);
    expect((await world.eventsOf(targetId)).at(-1)?.subject).toBe('publisher.target.published.v1');
    expect(await world.sandbox.publications({ account: account.accountId })).toHaveLength(1);
  });

  it('keeps an account whose lane is leased: its run may bring new tokens to revoke', async () => {
    const person = await businessWithLimit();
    const account = await world.connect(person, 'twitter');
    // A new epoch: the run that connecting started may not have ended yet, and would give this lease back.
    const lease = (until: string) =>
      world.admin.query('UPDATE publisher.lanes SET lease_until = $2, lease_epoch = lease_epoch + 1 WHERE id = $1', [
        account.id,
        until,
      ]);
    await lease('infinity');
    await deleteBusiness(person);
    await eventually('it is removed', async () => expect(await left(person)).not.toHaveProperty('account_secrets'));
    await world.service.get(Uow).run(Scope.business(person.businessId), async (tx) => {
      for (const { erase } of world.service.get(ErasurePlan).steps) {
        await erase?.(tx, person.businessId, 200);
      }
    });
    expect(await left(person)).toMatchObject({ accounts: 1, lanes: 1 });
    await lease('-infinity');
    await nothingIsLeft(person);
  });

  it('takes in nothing that comes late', async () => {
    const person = await businessWithLimit();
    const account = await world.connect(person, 'twitter');
    await deleteBusiness(person);
    await nothingIsLeft(person);
    const { businessId } = person;
    const late = [
      (await world.due(person, account)).event,
      await world.service.emitFrom(schedulingEvents.postDeleted, {
        businessId,
        data: { postId: businessId, photoIds: [], targetIds: [] },
      }),
    ];
    await eventually('all are heard', async () =>
      expect(
        await world.count('SELECT count(DISTINCT event_id) AS n FROM publisher.inbox WHERE event_id = ANY ($1)', [
          late.map(({ id }) => id),
        ]),
      ).toBe(late.length),
    );
    expect(await left(person)).toEqual({});
  });

  it('can’t be connected by a sign-in that ends after it', async () => {
    const person = await businessWithLimit();
    await deleteBusiness(person);
    await nothingIsLeft(person);
    const tokens = {
      accessToken: 'a',
      refreshToken: null,
      grantToken: null,
      issuedAt: '2026-11-20T10:00:00Z',
      expiresAt: null,
    };
    const account = { remoteId: '1', name: 'Late', username: 'late', avatarUrl: null, tokens, unusable: null };
    const { businessId, payerId } = person;
    await expect(
      world.service
        .get(ConnectAccount)
        .execute({ businessId, payerId, platform: 'twitter', origin: null, grantorId: '1', scopes: [], account }),
    ).rejects.toMatchObject({ code: 'not_found' });
    expect(await left(person)).toEqual({});
  });
});
