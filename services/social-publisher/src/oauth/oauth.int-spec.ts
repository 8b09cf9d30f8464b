import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { publisherRpc, rowsOf } from '@postloom/contracts';
import type { OauthFinish, Platform } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { ConnectAccount } from '../accounts/index.ts';
import { callerOf, PublisherWorld } from '../testing/publisher-world.ts';
import type { Person } from '../testing/publisher-world.ts';

const platforms: readonly Platform[] = ['instagram', 'facebook', 'twitter', 'linkedin', 'tiktok'];
const world = new PublisherWorld();
beforeAll(() => world.start());
afterAll(() => world.stop());

const finish = (person: Person, platform: Platform, query: Record<string, string>): Promise<OauthFinish> =>
  world.service.rpc(publisherRpc.oauthFinish, { platform, sessionId: person.sessionId, query }, callerOf(person));
const pick = (person: Person, offer: Extract<OauthFinish, { outcome: 'pick' }>, name: string): Promise<OauthFinish> =>
  world.service.rpc(
    publisherRpc.oauthPick,
    {
      platform: offer.platform,
      sessionId: person.sessionId,
      pickToken: offer.pickToken,
      remoteIds: offer.offered.filter((one) => one.name === name).map((one) => one.remoteId),
    },
    callerOf(person),
  );
const accounts = async (person: Person) =>
  rowsOf(await world.service.rpc(publisherRpc.accountList, {}, callerOf(person)));

describe('connecting', () => {
  it.each<Platform>(platforms)(
    '%s: from the authorize URL to a connected account, announced and counted',
    async (platform) => {
      const person = world.person();
      const url = new URL(await world.authUrl(person, platform));
      expect(url.searchParams.get('redirect_uri')).toBe(`http://localhost:3000/api/social/${platform}/callback`);
      expect((url.searchParams.get('state') ?? '').length).toBeGreaterThanOrEqual(43);
      if (platform === 'twitter') {
        expect(url.searchParams.get('code_challenge_method')).toBe('S256');
      }
      const first = await finish(person, platform, await world.sandbox.approve(url.href, 'Corner Bakery'));
      // LinkedIn always offers the member beside their pages.
      const done = first.outcome === 'pick' ? await pick(person, first, 'Corner Bakery') : first;
      expect(done).toMatchObject({
        outcome: 'connected',
        platform,
        accounts: [{ platform, accountName: 'Corner Bakery', status: 'active' }],
      });
      // At the start of a value, not anywhere in it: ids are random and contain any three letters sooner or later.
      expect(JSON.stringify(done)).not.toMatch(/token|"(IGAA|EAA|XA|AQX|act\.|rft\.)/);
      const [account] = await accounts(person);
      expect(account).toMatchObject({ accountName: 'Corner Bakery', platform });
      expect(await world.eventsOf(account?.id ?? '')).toMatchObject([
        { subject: 'publisher.account.connected.v1', businessId: person.businessId },
      ]);
      expect(await world.service.rpc(publisherRpc.usageGet, { payerId: person.payerId }, callerOf(person))).toEqual({
        metric: 'accounts',
        used: 1,
        limit: 5,
      });
    },
  );

  it.each<Platform>(platforms)(
    '%s without app credentials: its own steps, with the redirect URL and the names of the settings',
    async (platform) => {
      const prefix = platform === 'twitter' ? 'X' : platform.toUpperCase();
      const person = world.person();
      await world.service.close();
      await world.open({ [`${prefix}_CLIENT_ID`]: '' });
      try {
        const start = await world.service.rpc(
          publisherRpc.oauthStart,
          { platform, sessionId: person.sessionId },
          callerOf(person),
        );
        if (!('setupRequired' in start)) {
          throw new Error('not set up, but an URL came');
        }
        expect(start.redirectUri).toBe(`http://localhost:3000/api/social/${platform}/callback`);
        const { steps } = start.instructions;
        expect(steps.length).toBeGreaterThanOrEqual(5);
        expect(steps.filter((step) => step.includes(start.redirectUri))).toHaveLength(1);
        expect(steps.at(-1)).toContain(`${prefix}_CLIENT_ID`);
        expect(steps.at(-1)).toContain(`${prefix}_CLIENT_SECRET`);
        // None of them can be finished either.
        await expect(finish(person, platform, { state: 'A'.repeat(43), code: 'x' })).rejects.toMatchObject({
          code: 'invalid_state',
        });
      } finally {
        await world.service.close();
        await world.open();
      }
    },
  );

  it('LinkedIn: a person’s own profile and the pages they look after, one is picked', async () => {
    const person = world.person();
    const offer = await finish(
      person,
      'linkedin',
      await world.sandbox.approve(await world.authUrl(person, 'linkedin'), 'Marlow Bakehouse'),
    );
    if (offer.outcome !== 'pick') {
      throw new Error(JSON.stringify(offer));
    }
    expect(offer.offered.some(({ remoteId }) => remoteId.startsWith('urn:li:person:'))).toBe(true);
    const page = offer.offered.find(({ remoteId }) => remoteId.startsWith('urn:li:organization:'));
    expect(offer.offered.map(({ name }) => name)).not.toContain('Old Town Market');
    const done = await world.service.rpc(
      publisherRpc.oauthPick,
      {
        platform: 'linkedin',
        sessionId: person.sessionId,
        pickToken: offer.pickToken,
        remoteIds: [page?.remoteId ?? ''],
      },
      callerOf(person),
    );
    expect(done).toMatchObject({
      outcome: 'connected',
      accounts: [{ accountId: page?.remoteId, accountName: page?.name }],
    });
  });

  it.each<Platform>(platforms)('%s: the same account again keeps its id, and its posts go on', async (platform) => {
    const person = world.person();
    const account = await world.connect(person, platform);
    await world.service.rpc(publisherRpc.accountDisconnect, { platform }, callerOf(person));
    const photoIds = [(await world.media.add(person.businessId)).id];
    const { targetId } = await world.due(person, account, { photoIds });
    await eventually('it waits', async () => expect((await world.job(targetId))['wait_code']).toBe('parked'));
    const again = await world.connect(person, platform, account.accountName);
    expect(again).toMatchObject({ id: account.id, status: 'active' });
    await eventually('it is out', async () => expect((await world.job(targetId))['state']).toBe('published'), {
      timeoutMs: 20_000,
    });
  });

  it('connected again while its lane was being read: the post that waited goes out, and nothing about it is in doubt', async () => {
    const person = world.person();
    const account = await world.connect(person, 'twitter');
    await world.service.rpc(publisherRpc.accountDisconnect, { platform: 'twitter' }, callerOf(person));
    const { targetId } = await world.due(person, account);
    await eventually('it waits', async () => expect((await world.job(targetId))['wait_code']).toBe('parked'));
    const readers = () =>
      world.count(
        `SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
          AND query LIKE '%possible_since%'`,
      );
    const blocker = new pg.Client({ connectionString: world.database.adminUrl });
    await blocker.connect();
    try {
      // The lane's tokens have been read as absent when the reading of its jobs is halted. Other work that is halted first may have all the
      // connections that there are: then all of it goes on, and is halted once more.
      await eventually('a run is halted', async () => {
        await blocker.query('BEGIN');
        await blocker.query('LOCK TABLE publisher.publish_jobs IN ACCESS EXCLUSIVE MODE');
        await world.admin.query('UPDATE publisher.lanes SET ready_at = now() WHERE id = $1', [account.id]);
        const reads = eventually('it reads its jobs', async () => expect(await readers()).toBe(1), {
          timeoutMs: 3_000,
        });
        await reads.catch(async (error: unknown) => {
          await blocker.query('ROLLBACK');
          throw error;
        });
      });
      await world.connect(person, 'twitter', account.accountName);
      await blocker.query('COMMIT');
    } finally {
      await blocker.end();
    }
    await eventually(
      'it has an end',
      async () => expect((await world.job(targetId))['state']).toMatch(/^(published|needs_attention|failed)$/),
      { timeoutMs: 20_000 },
    );
    expect(await world.job(targetId)).toMatchObject({ state: 'published' });
    expect(await world.sandbox.publications({ account: account.accountId })).toHaveLength(1);
  });

  it.each([
    ['instagram', 'Instagram'],
    ['linkedin', 'LinkedIn'],
    ['tiktok', 'TikTok'],
  ] as const)('a person who cancels at %s reads so, and nothing is connected', async (platform, name) => {
    const person = world.person();
    const query = await world.sandbox.cancel(await world.authUrl(person, platform));
    expect(await finish(person, platform, query)).toEqual({
      outcome: 'failed',
      platform,
      reason: `You did not allow the connection on ${name}. Nothing was connected.`,
    });
    expect(await accounts(person)).toEqual([]);
  });

  it('several Pages: the person picks one, once', async () => {
    const person = world.person();
    const offer = await finish(
      person,
      'facebook',
      await world.sandbox.approve(await world.authUrl(person, 'facebook'), '*'),
    );
    if (offer.outcome !== 'pick') {
      throw new Error(JSON.stringify(offer));
    }
    expect(offer.offered.length).toBeGreaterThan(1);
    expect(offer.offered.map((page) => page.name)).not.toContain('Old Town Market');
    const remoteIds = [offer.offered[1]?.remoteId ?? ''];
    const pick = (who: Person, ids: string[], token = offer.pickToken) =>
      world.service.rpc(
        publisherRpc.oauthPick,
        { platform: 'facebook', sessionId: who.sessionId, pickToken: token, remoteIds: ids },
        callerOf(who),
      );
    await expect(pick({ ...person, sessionId: randomUUID() }, remoteIds)).rejects.toMatchObject({
      code: 'invalid_state',
    });
    await expect(pick({ ...person, businessId: randomUUID() }, remoteIds)).rejects.toMatchObject({
      code: 'invalid_state',
    });
    await expect(pick(person, remoteIds, 'x'.repeat(43))).rejects.toMatchObject({ code: 'invalid_state' });
    await expect(
      pick(
        person,
        offer.offered.map((page) => page.remoteId),
      ),
    ).rejects.toMatchObject({ code: 'validation_failed' });
    expect(await pick(person, remoteIds)).toMatchObject({
      outcome: 'connected',
      accounts: [{ accountName: offer.offered[1]?.name }],
    });
    await expect(pick(person, remoteIds)).rejects.toMatchObject({ code: 'invalid_state' });
    expect(await accounts(person)).toHaveLength(1);
    // Whoever connects again means, more likely than any other, the account that is there.
    const again = await finish(
      person,
      'facebook',
      await world.sandbox.approve(await world.authUrl(person, 'facebook'), '*'),
    );
    const [first] = again.outcome === 'pick' ? again.offered : [];
    expect(first).toMatchObject({ remoteId: remoteIds[0], isCurrent: true });
  });

  it('another account of the platform replaces the first, the same one keeps its id', async () => {
    const person = world.person();
    const first = await world.connect(person, 'twitter', 'First Shop');
    const again = await world.connect(person, 'twitter', 'First Shop');
    expect(again.id).toBe(first.id);
    const second = await world.connect(person, 'twitter', 'Second Shop');
    expect(second.id).not.toBe(first.id);
    expect((await accounts(person)).map((account) => account.id)).toEqual([second.id]);
    expect((await world.eventsOf(first.id)).at(-1)).toMatchObject({ subject: 'publisher.account.removed.v1' });
    expect(await world.service.rpc(publisherRpc.usageGet, { payerId: person.payerId }, callerOf(person))).toMatchObject(
      { used: 1 },
    );
    expect(
      await world.count('SELECT count(*) AS n FROM publisher.account_secrets WHERE account_id = $1', [first.id]),
    ).toBe(0);
  });

  it('lists the newest account first', async () => {
    const person = world.person();
    const chosen = ['instagram', 'tiktok', 'facebook'] as const;
    for (const platform of chosen) {
      await world.connect(person, platform);
    }
    expect((await accounts(person)).map(({ platform }) => platform)).toEqual(chosen.toReversed());
  });

  it('a viewer may not connect, disconnect or pick', async () => {
    const viewer = world.person({ role: 'viewer' });
    await expect(world.authUrl(viewer, 'twitter')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(finish(viewer, 'twitter', { state: 'x', code: 'y' })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(
      world.service.rpc(publisherRpc.accountDisconnect, { platform: 'twitter' }, callerOf(viewer)),
    ).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('the plan', () => {
  it('free: one account; the second is refused when it starts and when it finishes', async () => {
    const person = world.person();
    world.tiers.set(person.payerId, 'free');
    const early = await world.authUrl(person, 'facebook');
    await world.connect(person, 'twitter');
    await expect(world.authUrl(person, 'instagram')).rejects.toMatchObject({
      code: 'upgrade_required',
      message: expect.stringMatching(/^Account limit reached/),
    });
    await expect(finish(person, 'facebook', await world.sandbox.approve(early, 'Late Page'))).rejects.toMatchObject({
      code: 'upgrade_required',
    });
    expect(await accounts(person)).toHaveLength(1);
    // Reconnecting the same account charges nothing, and after a disconnect there is room.
    await world.connect(person, 'twitter', (await accounts(person))[0]?.accountName);
    await world.service.rpc(publisherRpc.accountDisconnect, { platform: 'twitter' }, callerOf(person));
    await world.connect(person, 'instagram');
  });

  it('free: of two at the same moment one is connected', async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = world.person();
      world.tiers.set(person.payerId, 'free');
      const other = { ...person, businessId: randomUUID() };
      const queries = [
        await world.sandbox.approve(await world.authUrl(person, 'twitter'), `A ${round}`),
        await world.sandbox.approve(await world.authUrl(other, 'instagram'), `B ${round}`),
      ] as const;
      const results = await Promise.allSettled([
        finish(person, 'twitter', queries[0]),
        finish(other, 'instagram', queries[1]),
      ]);
      expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
      expect((await accounts(person)).length + (await accounts(other)).length).toBe(1);
    }
  });
});

describe('the last account of a plan', () => {
  it('is connected by one of 100 sign-ins that finish at once, 20 times', async () => {
    for (let round = 0; round < 20; round += 1) {
      const person = world.person();
      world.tiers.set(person.payerId, 'free');
      const businessIds = Array.from({ length: 100 }, () => randomUUID());
      const results = await Promise.allSettled(
        businessIds.map((businessId) =>
          world.service.get(ConnectAccount).execute({
            ...{
              businessId,
              payerId: person.payerId,
              platform: 'twitter',
              origin: null,
              grantorId: 'grantor',
              scopes: [],
            },
            account: {
              ...{ remoteId: businessId, name: 'Corner Bakery', username: 'bakery', avatarUrl: null, unusable: null },
              tokens: {
                ...{ accessToken: 'token', refreshToken: null, grantToken: null, expiresAt: null },
                issuedAt: new Date().toISOString(),
              },
            },
          }),
        ),
      );
      const refused = results.filter((result) => result.status === 'rejected');
      expect(refused).toHaveLength(99);
      for (const { reason } of refused) {
        expect(reason).toMatchObject({
          code: 'upgrade_required',
          message: expect.stringMatching(/^Account limit reached/),
        });
      }
      expect(
        await world.count('SELECT count(*) AS n FROM publisher.accounts WHERE payer_id = $1', [person.payerId]),
      ).toBe(1);
    }
  }, 120_000);
});

describe('a platform in trouble while connecting', () => {
  it('says so, and connecting works afterwards', async () => {
    const person = world.person();
    await world.sandbox.fault('instagram', { mode: 'error', status: 503, calls: ['auth'], count: 1 });
    const done = await finish(
      person,
      'instagram',
      await world.sandbox.approve(await world.authUrl(person, 'instagram'), 'Trouble'),
    );
    expect(done).toMatchObject({ outcome: 'failed' });
    await world.connect(person, 'instagram');
    await eventually('no sign-in is left behind', async () => {
      expect(
        await world.count('SELECT count(*) AS n FROM publisher.oauth_flows WHERE user_id = $1', [person.userId]),
      ).toBe(0);
    });
  });
});
