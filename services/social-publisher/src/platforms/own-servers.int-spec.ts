import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { publisherRpc } from '@postloom/contracts';
import type { SocialAccount } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { callerOf, PublisherWorld } from '../testing/publisher-world.ts';
import type { Person } from '../testing/publisher-world.ts';
import { definitions } from './definitions.ts';
import { DEFINITIONS } from './platforms.registry.ts';
import { village, VillageServer } from './testing/village.ts';

/** Accounts that live on servers of their own. */
const world = new PublisherWorld();
const north = new VillageServer('North');
const south = new VillageServer('South');
const wordy = new VillageServer('W'.repeat(100_000));
let northOrigin = '';
let southOrigin = '';
let wordyOrigin = '';

beforeAll(async () => {
  [northOrigin, southOrigin, wordyOrigin] = await Promise.all([north.start(), south.start(), wordy.start()]);
  const useValue = definitions.map((definition) => (definition.id === village.id ? village : definition));
  await world.start({ overrides: [{ provide: DEFINITIONS, useValue }] });
});
afterAll(async () => {
  await world.stop();
  await Promise.all([north.stop(), south.stop(), wordy.stop()]);
});
beforeEach(() => {
  north.isBusy = false;
  north.person = south.person = '7';
});

function start(person: Person, server?: string) {
  return world.service.rpc(
    publisherRpc.oauthStart,
    { platform: 'twitter', sessionId: person.sessionId, server },
    callerOf(person),
  );
}

function finish(person: Person, query: Record<string, string>) {
  return world.service.rpc(
    publisherRpc.oauthFinish,
    { platform: 'twitter', sessionId: person.sessionId, query },
    callerOf(person),
  );
}

async function stateAt(person: Person, server: string): Promise<string> {
  const started = await start(person, server);
  const url = new URL('authUrl' in started ? started.authUrl : '');
  expect(url.origin).toBe(server);
  return url.searchParams.get('state') ?? '';
}

async function connect(person: Person, server: string): Promise<SocialAccount> {
  const outcome = await finish(person, { state: await stateAt(person, server), code: 'c', iss: server });
  if (outcome.outcome !== 'connected' || !outcome.accounts[0]) {
    throw new Error(JSON.stringify(outcome));
  }
  return outcome.accounts[0];
}

const published = (targetId: string) =>
  eventually('the post is published', async () => expect((await world.job(targetId))['state']).toBe('published'));

const revocationsAt = (server: VillageServer) => server.asked.filter(({ path }) => path === '/revoke').length;

it('a server that gives an account an endless name gets a short one stored', async () => {
  const account = await connect(world.person(), wordyOrigin);
  expect(account.accountName).toBe('W'.repeat(200));
});

describe('two accounts with the same id on two servers', () => {
  it('are two accounts: each posts to its own server, with its own token', async () => {
    const [one, other] = [world.person(), world.person()];
    const a = await connect(one, northOrigin);
    const b = await connect(other, southOrigin);
    expect([a, b]).toMatchObject([
      { accountId: '109', origin: northOrigin, accountName: 'North' },
      { accountId: '109', origin: southOrigin, accountName: 'South' },
    ]);
    const [first, second] = [await world.due(one, a), await world.due(other, b)];
    await published(first.targetId);
    await published(second.targetId);
    for (const [server, post] of [
      [north, first],
      [south, second],
    ] as const) {
      expect(server.asked.filter(({ path }) => path === '/post').map(({ caption }) => caption)).toEqual([post.caption]);
      expect(server.asked.every(({ token }) => token === '' || server.tokens.includes(token))).toBe(true);
    }
  });

  it('replace each other within a business, and the first one comes back as itself', async () => {
    north.person = south.person = '8';
    const person = world.person();
    const before = revocationsAt(north);
    const a = await connect(person, northOrigin);
    const b = await connect(person, southOrigin);
    expect(b.id).not.toBe(a.id);
    // The one that was replaced gives its consent back where it was given; the same person's id elsewhere is somebody else.
    await eventually('the consent is taken back', () => expect(revocationsAt(north)).toBe(before + 1));
    expect((await connect(person, northOrigin)).id).toBe(a.id);
    const { rows } = await world.admin.query(
      `SELECT id, origin, state FROM publisher.accounts WHERE business_id = $1 ORDER BY state`,
      [person.businessId],
    );
    expect(rows).toEqual([
      { id: a.id, origin: northOrigin, state: 'active' },
      { id: b.id, origin: southOrigin, state: 'removed' },
    ]);
  });

  it('do not share limits: a server that refuses all its accounts stops nobody on another', async () => {
    const [one, other] = [world.person(), world.person()];
    const a = await connect(one, northOrigin);
    const b = await connect(other, southOrigin);
    north.isBusy = true;
    const refused = await world.due(one, a);
    await eventually('the account waits', async () =>
      expect(
        await world.count(`SELECT count(*) AS n FROM publisher.lanes WHERE id = $1 AND blocked_until > now()`, [a.id]),
      ).toBe(1),
    );
    await published((await world.due(other, b)).targetId);
    expect((await world.job(refused.targetId))['state']).not.toBe('published');
    await world.admin.query(`UPDATE publisher.lanes SET blocked_until = '-infinity'`);
  });
});

describe('signing in at a server that a person names', () => {
  it.each([undefined, 'ftp://social.example', 'https://social.example/path', 'https://me:secret@social.example', ' '])(
    'is refused for %s',
    async (server) => {
      await expect(start(world.person(), server)).rejects.toMatchObject({ code: 'validation_failed' });
    },
  );

  it('is refused where the platform has no servers', async () => {
    const person = world.person();
    const asked = { platform: 'facebook', sessionId: person.sessionId, server: 'social.example' } as const;
    await expect(world.service.rpc(publisherRpc.oauthStart, asked, callerOf(person))).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });

  it('takes no answer of another server, and such an answer does not use the sign-in up', async () => {
    const person = world.person();
    const state = await stateAt(person, northOrigin);
    const before = [north.tokens.length, south.tokens.length];
    await expect(finish(person, { state, code: 'c', iss: southOrigin })).rejects.toMatchObject({
      code: 'invalid_state',
    });
    expect([north.tokens.length, south.tokens.length]).toEqual(before);
    expect(await finish(person, { state, code: 'c', iss: northOrigin })).toMatchObject({ outcome: 'connected' });
  });
});

it('tokens do not follow an account that is pointed at another server', async () => {
  const person = world.person();
  const account = await connect(person, northOrigin);
  await world.admin.query(
    `UPDATE publisher.accounts SET origin = $2, remote_id = $2 || '/109', grantor_id = $2 || '/7' WHERE id = $1`,
    [account.id, southOrigin],
  );
  const { caption } = await world.due(person, account);
  await eventually('the lane has been tried', async () =>
    expect(
      await world.count(`SELECT tries AS n FROM publisher.lanes WHERE id = $1`, [account.id]),
    ).toBeGreaterThanOrEqual(2),
  );
  expect(south.asked.some((request) => request.caption === caption)).toBe(false);
  expect(south.asked.every(({ token }) => token === '' || south.tokens.includes(token))).toBe(true);
});
