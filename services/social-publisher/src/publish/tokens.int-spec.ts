import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SystemClock } from '@postloom/chassis';
import { publisherRpc } from '@postloom/contracts';
import type { Platform, SocialAccount } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { eventually } from '@postloom/testing';
import { LanesClaims, LanesRepository } from '../lanes/index.ts';
import { Platforms } from '../platforms/index.ts';
import type { SocialPlatform, TokenSet } from '../platforms/index.ts';
import { callerOf, PublisherWorld } from '../testing/publisher-world.ts';
import type { Person } from '../testing/publisher-world.ts';
import { SecretsRepository, Vault } from '../vault/index.ts';
import { LaneLease } from './lane-lease.ts';
import { LaneTokens } from './lane-tokens.ts';
import { RunLane } from './run-lane.ts';

/** Platforms whose tokens are renewed inside the lane, the call that does it, and whether a refresh token works once only. */
const refreshing: readonly [Platform, RegExp][] = [
  ['instagram', /refresh_access_token/],
  ['twitter', /\/x\/2\/oauth2\/token/],
  ['linkedin', /\/linkedin\/oauth\/v2\/accessToken/],
  ['tiktok', /\/tiktok\/v2\/oauth\/token/],
];
const platforms: readonly Platform[] = ['instagram', 'facebook', 'twitter', 'linkedin', 'tiktok'];
const world = new PublisherWorld();
beforeAll(() => world.start());
afterAll(() => world.stop());

async function tokensOf(person: Person, account: SocialAccount): Promise<TokenSet> {
  const found = await world.service
    .get(Uow)
    .run(Scope.business(person.businessId), (tx) =>
      world.service.get(SecretsRepository).find(tx, person.businessId, account.id),
    );
  if (found === null) {
    throw new Error('there are no tokens');
  }
  const binding = { businessId: person.businessId, platform: account.platform, origin: null, subjectId: account.id };
  return world.service.get(Vault).openTokens(binding, found);
}
const calls = async (platform: Platform, path: RegExp): Promise<number> =>
  (await world.sandbox.requests(platform)).filter((one) => path.test(one.path)).length;
const connectedState = async (person: Person, platform: Platform): Promise<boolean> =>
  (await world.service.rpc(publisherRpc.accountStatus, {}, callerOf(person)))[platform];

/** One of many workers: claims what is ready and works on it. Returns how many lanes it got. */
async function worker(): Promise<number> {
  const service = world.service;
  const claimed = await service
    .get(Uow)
    .run(Scope.system('a worker of the test'), (tx) => service.get(LanesClaims).claim(tx, 4, 3));
  const never = new AbortController().signal;
  await Promise.all(claimed.map((lane) => service.get(RunLane).execute(lane, performance.now(), never)));
  return claimed.length;
}

describe('renewing tokens (F41)', () => {
  it.each(refreshing)(
    '%s: one call for twenty workers, the new token saved before it is used, the account stays connected',
    async (platform, path) => {
      const person = world.person();
      const account = await world.connect(person, platform);
      const old = await tokensOf(person, account);
      const before = await calls(platform, path);
      // Instagram refuses to renew a token of less than a day.
      await world.sandbox.settings({ clockOffsetSeconds: 2 * 86_400 });
      await world.sandbox.fault(platform, { mode: 'latency', latencyMs: 500, calls: ['auth'] });
      await world.admin.query(`UPDATE publisher.lanes SET refresh_at = now(), ready_at = now() WHERE id = $1`, [
        account.id,
      ]);
      const rounds = Array.from({ length: 20 }, () => worker());
      await Promise.all(rounds);
      await eventually('the token is renewed', async () =>
        expect((await tokensOf(person, account)).accessToken).not.toBe(old.accessToken),
      );
      await Promise.all(Array.from({ length: 20 }, () => worker()));
      await world.sandbox.fault(platform, { mode: 'none' });
      await world.sandbox.settings({ clockOffsetSeconds: 0 });
      expect((await calls(platform, path)) - before).toBe(1);
      expect(await connectedState(person, platform)).toBe(true);
      const fresh = await tokensOf(person, account);
      if (platform === 'twitter' || platform === 'tiktok') {
        expect(fresh.refreshToken).not.toBe(old.refreshToken);
      }
      if (platform !== 'instagram') {
        expect(fresh.refreshToken).not.toBeNull();
      }
      // And it works.
      const photoIds = [(await world.media.add(person.businessId)).id];
      const { targetId } = await world.due(person, account, { photoIds });
      await eventually(
        'a post goes out with it',
        async () => expect((await world.job(targetId))['state']).toBe('published'),
        { timeoutMs: 20_000 },
      );
    },
  );

  it('tokens that live shorter than they are renewed ahead are renewed now and then, not without end', async () => {
    const person = world.person();
    const account = await world.connect(person, 'twitter');
    const ago = (): Promise<number> =>
      world.count('SELECT count(*) AS n FROM publisher.lanes WHERE id = $1 AND refresh_at <= now()', [account.id]);
    const lane = {
      id: account.id,
      businessId: person.businessId,
      platform: 'twitter',
      origin: null,
      epoch: 0,
    } as const;
    await world.service
      .get(Uow)
      .run(Scope.business(person.businessId), async (tx) =>
        world.service.get(LanesRepository).setRefreshAt(tx, lane, new Date((await tx.now()).getTime() - 60_000)),
      );
    expect(await ago()).toBe(0);
    await world.service
      .get(Uow)
      .run(Scope.business(person.businessId), (tx) => world.service.get(LanesRepository).setRefreshAt(tx, lane, null));
    expect(
      await world.count(`SELECT count(*) AS n FROM publisher.lanes WHERE id = $1 AND refresh_at = 'infinity'`, [
        account.id,
      ]),
    ).toBe(1);
  });

  it('a renewal never shortens the lease of a call: its holder would believe in more than the database grants', async () => {
    const person = world.person();
    const account = await world.connect(person, 'facebook');
    await world.admin.query(
      `UPDATE publisher.lanes SET lease_epoch = 7000, lease_until = now() + interval '90 s' WHERE id = $1`,
      [account.id],
    );
    const lane = {
      id: account.id,
      businessId: person.businessId,
      platform: 'facebook',
      origin: null,
      epoch: 7_000,
    } as const;
    const stretched = await world.service
      .get(Uow)
      .run(Scope.business(person.businessId), (tx) => world.service.get(LanesRepository).stretch(tx, lane, 45));
    expect(stretched).toBe(true);
    expect(
      await world.count(
        `SELECT count(*) AS n FROM publisher.lanes WHERE id = $1 AND lease_until > now() + interval '60 s'`,
        [account.id],
      ),
    ).toBe(1);
  });

  it('disconnected while new tokens are on their way: those are revoked as well', async () => {
    const person = world.person();
    const account = await world.connect(person, 'twitter');
    const service = world.service;
    const real = service.get(Platforms).find('twitter', null);
    if (real === null) {
      throw new Error('X is not set up');
    }
    const epoch = await eventually('the lane is ours', async () => {
      const taken = await world.admin.query<{ lease_epoch: string }>(
        `UPDATE publisher.lanes SET lease_epoch = lease_epoch + 1, lease_until = now() + interval '1 minute'
        WHERE id = $1 AND lease_until < now() RETURNING lease_epoch`,
        [account.id],
      );
      const [row] = taken.rows;
      expect(row?.lease_epoch).toBeDefined();
      return Number(row?.lease_epoch);
    });
    const lane = { id: account.id, businessId: person.businessId, platform: 'twitter', origin: null, epoch } as const;
    const revokes = await calls('twitter', /oauth2\/revoke/);
    // The platform answers with new tokens after the person has disconnected.
    const signIn = Object.assign(Object.create(real.signIn) as SocialPlatform['signIn'], {
      refresh: async (tokens: TokenSet): Promise<TokenSet> => {
        await service.rpc(publisherRpc.accountDisconnect, { platform: 'twitter' }, callerOf(person));
        return { ...tokens, accessToken: 'late', refreshToken: 'late-refresh' };
      },
    });
    const late = Object.assign(Object.create(real) as SocialPlatform, { signIn });
    const scope = Scope.business(person.businessId);
    const credentials = await service.get(Uow).run(scope, (tx) => service.get(LaneTokens).load(tx, lane));
    if (credentials === null) {
      throw new Error('there are no tokens');
    }
    await service
      .get(LaneTokens)
      .refresh(lane, new LaneLease(new SystemClock(), performance.now(), 30_000), late, credentials);
    await eventually('both are revoked', async () =>
      expect((await calls('twitter', /oauth2\/revoke/)) - revokes).toBe(2),
    );
    expect(
      await world.count('SELECT count(*) AS n FROM publisher.account_secrets WHERE account_id = $1', [account.id]),
    ).toBe(0);
  });

  it('a queue of twenty posts meets a token about to end: one refresh, and all go out', async () => {
    // Stopped by an operator until everything is queued, so that all of it meets the token that is about to end.
    await world.admin.query(`INSERT INTO publisher.switches (subject, is_stopped) VALUES ('platform:twitter', true)`);
    await world.sandbox.settings({ xAccessTokenSeconds: 30 });
    const person = world.person();
    const account = await world.connect(person, 'twitter');
    await world.sandbox.settings({ xAccessTokenSeconds: 7_200 });
    const before = await calls('twitter', /\/x\/2\/oauth2\/token/);
    const posts = await Promise.all(Array.from({ length: 20 }, () => world.due(person, account)));
    await eventually('all are queued', async () => {
      expect(
        await world.count(`SELECT count(*) AS n FROM publisher.publish_jobs WHERE account_id = $1`, [account.id]),
      ).toBe(20);
    });
    const publications = () => world.sandbox.publications({ platform: 'twitter', account: account.accountId });
    expect(await publications()).toHaveLength(0);
    await world.admin.query(`DELETE FROM publisher.switches WHERE subject = 'platform:twitter'`);
    for (const { targetId } of posts) {
      await eventually(
        'the post is published',
        async () => expect((await world.job(targetId))['state']).toBe('published'),
        { timeoutMs: 30_000 },
      );
    }
    expect((await calls('twitter', /\/x\/2\/oauth2\/token/)) - before).toBe(1);
    expect(await publications()).toHaveLength(20);
    expect(await connectedState(person, 'twitter')).toBe(true);
  });
});

describe('a token that was revoked (F40)', () => {
  it.each(platforms)(
    '%s: with 50 posts waiting one call, then silence; the owner is notified once',
    async (platform) => {
      const person = world.person();
      const account = await world.connect(person, platform);
      await world.admin.query(`INSERT INTO publisher.switches (subject, is_stopped) VALUES ('account:' || $1, true)`, [
        account.id,
      ]);
      const photoIds = [(await world.media.add(person.businessId)).id];
      const posts = await Promise.all(Array.from({ length: 50 }, () => world.due(person, account, { photoIds })));
      await eventually('all wait', async () =>
        expect(
          await world.count('SELECT count(*) AS n FROM publisher.publish_jobs WHERE account_id = $1', [account.id]),
        ).toBe(50),
      );
      await world.sandbox.fault(platform, { mode: 'token_revoked', count: 1, calls: ['read', 'prepare', 'publish'] });
      const before = await world.callsOf(platform);
      await world.admin.query(`DELETE FROM publisher.switches WHERE subject = 'account:' || $1`, [account.id]);
      await world.admin.query('UPDATE publisher.lanes SET ready_at = now() WHERE id = $1', [account.id]);
      await eventually('all say why they wait', async () =>
        expect(
          await world.count(
            `SELECT count(*) AS n FROM publisher.publish_jobs WHERE account_id = $1 AND wait_code = 'parked'`,
            [account.id],
          ),
        ).toBe(50),
      );
      for (let round = 0; round < 5; round += 1) {
        await worker();
      }
      const made = (await world.sandbox.requests(platform)).slice(0, -before || undefined);
      const renewals = made.filter((one) => refreshing.some(([, path]) => path.test(one.path)));
      // With a refresh token one renewal is also tried, because an access token may end early.
      expect(made.length - renewals.length).toBe(1);
      expect(renewals.length).toBeLessThanOrEqual(1);
      expect(await connectedState(person, platform)).toBe(false);
      const broken = (await world.eventsOf(account.id)).filter((one) => one.subject === 'publisher.account.broken.v1');
      expect(broken).toHaveLength(1);
      for (const { targetId } of posts.slice(0, 5)) {
        expect((await world.eventsOf(targetId)).at(-1)?.subject).toBe('publisher.target.needs-attention.v1');
      }
      await world.sandbox.fault(platform, { mode: 'none' });
    },
  );
});
