import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { publisherRpc, rowsOf } from '@postloom/contracts';
import type { OauthFinish, Platform } from '@postloom/contracts';
import { callerOf, PublisherWorld } from '../testing/publisher-world.ts';
import type { Person } from '../testing/publisher-world.ts';

const world = new PublisherWorld();
beforeAll(() => world.start());
afterAll(() => world.stop());

const finish = (person: Person, platform: Platform, query: Record<string, string>): Promise<OauthFinish> =>
  world.service.rpc(publisherRpc.oauthFinish, { platform, sessionId: person.sessionId, query }, callerOf(person));
const accounts = async (person: Person) =>
  rowsOf(await world.service.rpc(publisherRpc.accountList, {}, callerOf(person)));

describe('attacks on the callback (S47, S48): 400, and nothing is linked', () => {
  const refused = async (person: Person, platform: Platform, query: Record<string, string>): Promise<void> => {
    await expect(finish(person, platform, query)).rejects.toMatchObject({ code: 'invalid_state' });
    expect(await accounts(person)).toEqual([]);
  };

  it('no state, an empty one, an invented one', async () => {
    const person = world.person();
    const query = await world.sandbox.approve(await world.authUrl(person, 'twitter'), 'S');
    await refused(person, 'twitter', { code: query['code'] ?? '' });
    await refused(person, 'twitter', { ...query, state: '' });
    await refused(person, 'twitter', { ...query, state: 'A'.repeat(43) });
  });

  it('another session, person, business or platform; the owner’s own answer still works afterwards', async () => {
    const person = world.person();
    const query = await world.sandbox.approve(await world.authUrl(person, 'twitter'), 'S');
    await refused({ ...person, sessionId: randomUUID() }, 'twitter', query);
    await refused({ ...person, userId: randomUUID() }, 'twitter', query);
    await refused({ ...person, businessId: randomUUID() }, 'twitter', query);
    await refused(person, 'instagram', query);
    expect((await finish(person, 'twitter', query)).outcome).toBe('connected');
  });

  it('replayed', async () => {
    const person = world.person();
    const query = await world.sandbox.approve(await world.authUrl(person, 'twitter'), 'S');
    await finish(person, 'twitter', query);
    await expect(finish(person, 'twitter', query)).rejects.toMatchObject({ code: 'invalid_state' });
    expect(await accounts(person)).toHaveLength(1);
  });

  it('twenty times at once: one wins', async () => {
    const person = world.person();
    const query = await world.sandbox.approve(await world.authUrl(person, 'twitter'), 'S');
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => finish(person, 'twitter', query)));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  });

  it('eleven minutes old', async () => {
    const person = world.person();
    const query = await world.sandbox.approve(await world.authUrl(person, 'twitter'), 'S');
    await world.admin.query(
      `UPDATE publisher.oauth_flows SET expires_at = expires_at - interval '11 minutes' WHERE user_id = $1`,
      [person.userId],
    );
    await refused(person, 'twitter', query);
  });

  it('an attacker’s code in the victim’s browser: the state is not the victim’s, and PKCE does not fit', async () => {
    const attacker = world.person();
    const victim = world.person();
    const bait = await world.sandbox.approve(await world.authUrl(attacker, 'twitter'), 'Attacker');
    await refused(victim, 'twitter', bait);
    const own = await world.sandbox.approve(await world.authUrl(victim, 'twitter'), 'Victim');
    expect(await finish(victim, 'twitter', { ...own, code: bait['code'] ?? '' })).toMatchObject({ outcome: 'failed' });
    expect(await accounts(victim)).toEqual([]);
  });

  it('another issuer', async () => {
    const person = world.person();
    const query = await world.sandbox.approve(await world.authUrl(person, 'twitter'), 'S');
    await refused(person, 'twitter', { ...query, iss: 'https://evil.example' });
    expect((await finish(person, 'twitter', { ...query, iss: world.sandbox.origin })).outcome).toBe('connected');
  });

  it('missing permissions: nothing is connected, and the sentence names them', async () => {
    const person = world.person();
    const url = new URL(await world.authUrl(person, 'facebook'));
    url.searchParams.set('scope', 'pages_show_list,pages_read_engagement');
    const done = await finish(person, 'facebook', await world.sandbox.approve(url.href, 'Half Page'));
    expect(done).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('pages_manage_posts') });
    expect(await accounts(person)).toEqual([]);
  });

  it('states and pick tokens are stored as hashes only', async () => {
    const person = world.person();
    const state = new URL(await world.authUrl(person, 'twitter')).searchParams.get('state') ?? '';
    const rows = await world.admin.query<{ text: string }>('SELECT f::text AS text FROM publisher.oauth_flows f');
    expect(rows.rows.length).toBeGreaterThan(0);
    for (const row of rows.rows) {
      expect(row.text.includes(state)).toBe(false);
      expect(row.text.includes(Buffer.from(state).toString('hex'))).toBe(false);
    }
  });
});
