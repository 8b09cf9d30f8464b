import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { accountMessages, publisherRpc, rowsOf } from '@postloom/contracts';
import type { Platform, SocialAccount } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { eventually } from '@postloom/testing';
import { mannerOf, subjectNames } from '../platforms/testing/subjects.ts';
import { callerOf, PublisherWorld } from '../testing/publisher-world.ts';
import type { Person } from '../testing/publisher-world.ts';
import { AccountsRepository } from './accounts.repository.ts';
import { ExpiryWorker } from './expiry.worker.ts';

const platforms: readonly Platform[] = ['instagram', 'facebook', 'twitter', 'linkedin', 'tiktok'];
const world = new PublisherWorld();
beforeAll(() => world.start());
afterAll(() => world.stop());
afterEach(() => world.sandbox.settings({ linkedinRefreshTokens: true }));

const disconnect = (person: Person, platform: Platform) =>
  world.service.rpc(publisherRpc.accountDisconnect, { platform }, callerOf(person));
const statusOf = async (person: Person): Promise<SocialAccount['status'] | undefined> =>
  rowsOf(await world.service.rpc(publisherRpc.accountList, {}, callerOf(person)))[0]?.status;
const secrets = (account: SocialAccount): Promise<number> =>
  world.count('SELECT count(*) AS n FROM publisher.account_secrets WHERE account_id = $1', [account.id]);
const eventsOf = async (account: SocialAccount, subject: string): Promise<Record<string, unknown>[]> =>
  (await world.eventsOf(account.id)).filter((one) => one.subject === subject).map((one) => one.data);
const endsIn = (account: SocialAccount, interval: string) =>
  world.admin.query('UPDATE publisher.accounts SET token_expires_at = now() + $2::interval WHERE id = $1', [
    account.id,
    interval,
  ]);
const sweep = async (): Promise<void> => {
  while (await world.service.get(ExpiryWorker).execute()) {}
};

/** The call that withdraws consent at a platform; null: it has none. */
const revocationOf = (platform: Platform): RegExp | null =>
  subjectNames.map(mannerOf).find((manner) => manner.platform === platform)?.revokes ?? null;

describe('disconnecting (S54)', () => {
  it.each(platforms)(
    '%s: revoked at the platform, token shredded, queued posts wait with the reason; twice is fine',
    async (platform) => {
      const person = world.person();
      const account = await world.connect(person, platform);
      // Queued while an operator has stopped the account, so that the posts are there when it is disconnected.
      await world.admin.query(`INSERT INTO publisher.switches (subject, is_stopped) VALUES ('account:' || $1, true)`, [
        account.id,
      ]);
      const photoIds = [(await world.media.add(person.businessId)).id];
      const posts = [await world.due(person, account, { photoIds }), await world.due(person, account, { photoIds })];
      await eventually('they are queued', async () =>
        expect(
          await world.count('SELECT count(*) AS n FROM publisher.publish_jobs WHERE account_id = $1', [account.id]),
        ).toBe(2),
      );
      await world.admin.query(`DELETE FROM publisher.switches WHERE subject = 'account:' || $1`, [account.id]);
      const before = new Set((await world.sandbox.requests(platform)).map((one) => JSON.stringify(one)));
      await disconnect(person, platform);
      await disconnect(person, platform);
      expect(await secrets(account)).toBe(0);
      for (const { targetId } of posts) {
        await eventually('it says why it waits, or was out before', async () => {
          const last = (await world.eventsOf(targetId)).at(-1);
          if (last?.subject === 'publisher.target.published.v1') {
            return;
          }
          expect(last).toMatchObject({
            subject: 'publisher.target.needs-attention.v1',
            data: { error: { code: 'disconnected' } },
          });
        });
      }
      await eventually('the consent is taken back', async () =>
        expect(
          await world.count('SELECT count(*) AS n FROM publisher.revocations WHERE account_id = $1', [account.id]),
        ).toBe(0),
      );
      const calls = (await world.sandbox.requests(platform))
        .filter((one) => !before.has(JSON.stringify(one)))
        .map(({ method, path }) => `${method} ${path}`);
      const expected = revocationOf(platform);
      expect(calls.filter((call) => expected?.test(call) === true)).toHaveLength(expected === null ? 0 : 1);
      expect(await eventsOf(account, 'publisher.account.removed.v1')).toHaveLength(1);
      expect(
        await world.service.rpc(publisherRpc.usageGet, { payerId: person.payerId }, callerOf(person)),
      ).toMatchObject({ used: 0 });
    },
  );

  it.each(platforms)(
    '%s of another business, or one that never was: not found, and nothing happens',
    async (platform) => {
      const [person, stranger] = [world.person(), world.person()];
      const account = await world.connect(person, platform);
      await expect(disconnect(stranger, platform)).rejects.toMatchObject({ code: 'not_found' });
      await expect(
        world.service.rpc(publisherRpc.accountDisconnect, { id: account.id }, callerOf(stranger)),
      ).rejects.toMatchObject({ code: 'not_found' });
      expect(await statusOf(person)).toBe('active');
      expect(await secrets(account)).toBe(1);
    },
  );

  it('of a platform whose account is replaced at that moment ends the new one', async () => {
    const person = world.person();
    const { businessId, payerId } = person;
    const old = await world.connect(person, 'twitter');
    const accounts = world.service.get(AccountsRepository);
    let disconnected: Promise<unknown> = Promise.resolve();
    const newer = await world.service.get(Uow).run(Scope.business(businessId), async (tx) => {
      await accounts.lockPlatform(tx, businessId, 'twitter');
      disconnected = disconnect(person, 'twitter');
      await eventually('it waits for the sign-in', async () =>
        expect(
          await world.count(
            `SELECT count(*) AS n FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
          ),
        ).toBe(1),
      );
      await accounts.setState(tx, businessId, old.id, 'removed', null);
      return accounts.saveConnected(tx, {
        ...{
          id: randomUUID(),
          businessId,
          payerId,
          platform: 'twitter',
          origin: null,
          remoteId: 'newer',
          grantorId: 'newer',
        },
        ...{ name: 'Newer', username: 'newer', avatarUrl: null, scopes: [], tokenExpiresAt: null },
      });
    });
    await disconnected;
    expect(await world.service.rpc(publisherRpc.accountList, {}, callerOf(person))).toEqual([]);
    expect(await world.eventsOf(newer.id)).toMatchObject([{ subject: 'publisher.account.removed.v1' }]);
  });

  it('a post that waits for a reconnect learns that the account was disconnected', async () => {
    const person = world.person();
    const account = await world.connect(person, 'facebook');
    await world.sandbox.fault('facebook', { mode: 'token_revoked', count: 1 });
    const { targetId } = await world.due(person, account);
    await eventually('it waits', async () => expect((await world.job(targetId))['wait_code']).toBe('parked'));
    await disconnect(person, 'facebook');
    await eventually('it says why it waits', async () =>
      expect((await world.eventsOf(targetId)).at(-1)).toMatchObject({ data: { error: { code: 'disconnected' } } }),
    );
  });
});

describe('the end of a connection', () => {
  it('LinkedIn without refresh tokens: warned 7 days and 1 day before, once each, by however many sweeps', async () => {
    await world.sandbox.settings({ linkedinRefreshTokens: false });
    const person = world.person();
    const account = await world.connect(person, 'linkedin');
    expect(await statusOf(person)).toBe('active');
    const warnings = () => eventsOf(account, 'publisher.account.expiring.v1');

    await endsIn(account, '7 days 1 hour');
    await sweep();
    expect(await warnings()).toEqual([]);

    await endsIn(account, '6 days 23 hours');
    await Promise.all(Array.from({ length: 20 }, () => sweep()));
    expect(await warnings()).toMatchObject([{ accountId: account.id, platform: 'linkedin', daysLeft: 7 }]);
    expect(await statusOf(person)).toBe('expiring');

    // The same end, now a day away.
    await world.admin.query(
      `UPDATE publisher.accounts SET token_expires_at = now() + interval '23 hours', expiry_warned_for = now() + interval '23 hours' WHERE id = $1`,
      [account.id],
    );
    await Promise.all(Array.from({ length: 20 }, () => sweep()));
    expect((await warnings()).map((one) => one['daysLeft'])).toEqual([7, 1]);
    await sweep();
    expect(await warnings()).toHaveLength(2);
    // Versions grow, or projections would drop them.
    const versions = (await world.eventsOf(account.id)).map((one) => one.version);
    expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b));

    // Reconnected: nothing to warn about, and a new end gets warnings of its own.
    await world.connect(person, 'linkedin', account.accountName);
    await sweep();
    expect(await warnings()).toHaveLength(2);
    await endsIn(account, '5 days');
    await sweep();
    expect(await warnings()).toHaveLength(3);
  });

  it('when it is over the account is broken at once, and its posts say so', async () => {
    await world.sandbox.settings({ linkedinRefreshTokens: false });
    const person = world.person();
    const account = await world.connect(person, 'linkedin');
    await endsIn(account, '-30 seconds');
    await sweep();
    expect(await eventsOf(account, 'publisher.account.broken.v1')).toEqual([]);
    await endsIn(account, '-2 minutes');
    await Promise.all([sweep(), sweep(), sweep()]);
    expect(await eventsOf(account, 'publisher.account.broken.v1')).toMatchObject([
      { reason: `The connection with LinkedIn ran out. ${accountMessages.reconnect}` },
    ]);
    const { targetId } = await world.due(person, account);
    await eventually('it says why it waits', async () =>
      expect((await world.eventsOf(targetId)).at(-1)).toMatchObject({
        data: { error: { message: expect.stringContaining('ran out') } },
      }),
    );
  });

  it('what is renewed by itself has no end that concerns the person, where the platform names none', async () => {
    const ends: Partial<Record<Platform, number | null>> = {};
    for (const platform of platforms) {
      const person = world.person();
      const { expiresAt } = await world.connect(person, platform);
      ends[platform] =
        expiresAt === null ? null : Math.round((Date.parse(expiresAt) - performance.timeOrigin) / 86_400_000);
    }
    // Instagram: 60 days unless renewed from day 50; LinkedIn and TikTok: the refresh token's own 365 days.
    expect(ends).toEqual({ instagram: 60, facebook: null, twitter: null, linkedin: 365, tiktok: 365 });
  });
});
