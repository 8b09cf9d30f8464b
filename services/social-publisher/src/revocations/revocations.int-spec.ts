import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { identityEvents, publisherRpc } from '@postloom/contracts';
import type { SocialAccount } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { startPublisherProcess } from '../testing/publisher-process.ts';
import { callerOf, PublisherWorld } from '../testing/publisher-world.ts';
import type { Person } from '../testing/publisher-world.ts';
import { metrics } from '../metrics.ts';
import { MAX_TRIES } from './revocation.ts';

const world = new PublisherWorld();
beforeAll(() => world.start());
afterEach(() => world.sandbox.fault('twitter', { mode: 'none' }));
afterAll(() => world.stop());

const disconnect = (person: Person) =>
  world.service.rpc(publisherRpc.accountDisconnect, { platform: 'twitter' }, callerOf(person));

interface Row {
  readonly tries: number;
  readonly leased: boolean;
  readonly pause: number;
}

/** What is queued for an account; `pause`: seconds until the next try. */
async function queued(account: SocialAccount): Promise<Row[]> {
  const found = await world.admin.query<Row>(
    `SELECT tries, lease_until > now() AS leased, extract(epoch FROM greatest(ready_at, lease_until) - now())::float8 AS pause
    FROM publisher.revocations WHERE account_id = $1`,
    [account.id],
  );
  return [...found.rows];
}

const revokeCalls = async (): Promise<number> =>
  (await world.sandbox.requests('twitter')).filter(({ path }) => path === '/x/2/oauth2/revoke').length;

/** Resolves to the pause after a failed try, in seconds. */
const hasFailed = (account: SocialAccount, tries: number) =>
  eventually(`failed tries: ${tries}`, async () => {
    const [row] = await queued(account);
    expect(row).toMatchObject({ tries, leased: false });
    return row?.pause ?? 0;
  });

const nothingIsQueued = (account: SocialAccount) =>
  eventually('nothing is queued', async () => expect(await queued(account)).toEqual([]), { timeoutMs: 20_000 });

/** The pause before the next try, or the lease of a dead process, is over. */
async function pauseIsOver(account: SocialAccount, tries?: number): Promise<void> {
  await world.admin.query(
    `UPDATE publisher.revocations SET ready_at = now(), lease_until = '-infinity', tries = coalesce($2, tries) WHERE account_id = $1`,
    [account.id, tries ?? null],
  );
}

describe('taking consent back', () => {
  it('does not delay the answer to a disconnect while the platform is slow', async () => {
    const person = world.person();
    const account = await world.connect(person, 'twitter', 'Slow Shop');
    await world.sandbox.fault('twitter', { mode: 'latency', latencyMs: 8_000, calls: ['auth'], count: 1 });
    const started = performance.now();
    await disconnect(person);
    expect(performance.now() - started).toBeLessThan(4_000);
    expect(await world.service.rpc(publisherRpc.accountList, {}, callerOf(person))).toEqual([]);
    await nothingIsQueued(account);
  });

  it('of a replaced account as well', async () => {
    const person = world.person();
    const first = await world.connect(person, 'twitter', 'Before');
    const before = await revokeCalls();
    await world.connect(person, 'twitter', 'After');
    await nothingIsQueued(first);
    expect((await revokeCalls()) - before).toBe(1);
  });

  it('is tried again after failures, with growing pauses', async () => {
    const person = world.person();
    const account = await world.connect(person, 'twitter');
    const before = await revokeCalls();
    await world.sandbox.fault('twitter', { mode: 'error', status: 503, calls: ['auth'] });
    await disconnect(person);
    const first = await hasFailed(account, 1);
    await pauseIsOver(account);
    expect(await hasFailed(account, 2)).toBeGreaterThan(first);
    await world.sandbox.fault('twitter', { mode: 'none' });
    await pauseIsOver(account);
    await nothingIsQueued(account);
    expect((await revokeCalls()) - before).toBe(3);
  });

  it('ends after the last try: given up, the tokens destroyed', async () => {
    const person = world.person();
    const account = await world.connect(person, 'twitter');
    await world.sandbox.fault('twitter', { mode: 'error', status: 503, calls: ['auth'] });
    await disconnect(person);
    await hasFailed(account, 1);
    const givenUp = () => metrics.revocationsTotal.value({ platform: 'twitter', outcome: 'given_up' });
    const before = await givenUp();
    await pauseIsOver(account, MAX_TRIES - 1);
    await nothingIsQueued(account);
    expect((await givenUp()) - before).toBe(1);
  });

  it('leaves a consent alone that the account was connected with again', async () => {
    const person = world.person();
    const account = await world.connect(person, 'twitter', 'Back Again');
    await world.sandbox.fault('twitter', { mode: 'error', status: 503, calls: ['auth'], count: 1 });
    await disconnect(person);
    await hasFailed(account, 1);
    const again = await world.connect(person, 'twitter', 'Back Again');
    expect(again.id).toBe(account.id);
    const before = await revokeCalls();
    await pauseIsOver(account);
    await nothingIsQueued(account);
    expect(await revokeCalls()).toBe(before);
  });

  it('of an erased business: its row outlives the account and goes last', async () => {
    const person = world.person();
    const { businessId, payerId } = person;
    const account = await world.connect(person, 'twitter');
    await world.sandbox.fault('twitter', { mode: 'error', status: 503, calls: ['auth'] });
    await world.service.emitFrom(identityEvents.businessDeleted, {
      businessId,
      version: 9,
      data: { businessId, payerId },
    });
    await hasFailed(account, 1);
    await eventually(
      'the account is deleted',
      async () =>
        expect(await world.count('SELECT count(*) AS n FROM publisher.accounts WHERE id = $1', [account.id])).toBe(0),
      { timeoutMs: 30_000 },
    );
    await world.sandbox.fault('twitter', { mode: 'none' });
    const before = await revokeCalls();
    await pauseIsOver(account);
    await nothingIsQueued(account);
    expect((await revokeCalls()) - before).toBe(1);
  });

  it('survives a SIGKILL in the middle of the call', async () => {
    await world.service.close();
    await world.drive();
    const first = await startPublisherProcess(world);
    const person = world.person();
    const account = await world.connect(person, 'twitter');
    await world.sandbox.fault('twitter', { mode: 'latency', latencyMs: 60_000, calls: ['auth'], count: 1 });
    await disconnect(person);
    await eventually('the call is under way', async () =>
      expect(await queued(account)).toMatchObject([{ tries: 1, leased: true }]),
    );
    await first.stop();
    expect(await queued(account)).toHaveLength(1);
    const before = await revokeCalls();
    const second = await startPublisherProcess(world);
    try {
      await pauseIsOver(account);
      await nothingIsQueued(account);
      expect((await revokeCalls()) - before).toBe(1);
    } finally {
      await second.stop();
    }
  }, 60_000);
});
