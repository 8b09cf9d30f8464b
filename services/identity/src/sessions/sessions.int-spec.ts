import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { identityRpc, rowsOf } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { codeOf, IdentityUnderTest, origin, PASSWORD } from '../testing/identity-under-test.ts';
import { ResolveSession } from './resolve-session.ts';
import { SeenSessions } from './seen-sessions.ts';

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await IdentityUnderTest.start();
});
afterAll(() => identity.close());

/** Moves a person's sessions into the past, as if that time had gone by. */
const age = (userId: string, column: 'last_seen_at' | 'expires_at', by: string) =>
  identity.sql(`UPDATE sessions SET ${column} = ${column} - $2::interval WHERE user_id = $1`, [userId, by]);

describe('a session', () => {
  it('identifies the caller and the business', async () => {
    const person = await identity.signUp();
    expect(await identity.resolve(person.sessionToken)).toMatchObject({
      userId: person.id,
      user: { id: person.id, email: person.email, subscriptionTier: 'free', emailVerified: false },
      businessId: null,
      payerId: null,
      role: null,
    });
    const first = await identity.createBusiness(person);
    const second = await identity.createBusiness(person);
    const active = await identity.resolve(person.sessionToken);
    expect(active).toMatchObject({ businessId: first.id, payerId: person.id, role: 'owner' });
    expect((await identity.resolve(person.sessionToken, second.id)).businessId).toBe(second.id);
  });

  it("answers not_found for somebody else's business, a deleted one and one that never was", async () => {
    const person = await identity.signUp();
    const stranger = await identity.signUp();
    await identity.createBusiness(person);
    const deleted = await identity.createBusiness(person);
    await identity.rpc(identityRpc.businessDelete, { id: deleted.id }, { userId: person.id });
    const foreign = await identity.createBusiness(stranger);
    for (const asked of [foreign.id, deleted.id, randomUUID()]) {
      expect(await codeOf(identity.resolve(person.sessionToken, asked))).toBe('not_found');
    }
  });

  it('is nobody for tokens that are empty, made up, cut, changed, or the stored hash itself (S01)', async () => {
    const { id, sessionToken } = await identity.signUp();
    const [row] = await identity.sql<{ token_hash: Buffer }>('SELECT token_hash FROM sessions WHERE user_id = $1', [
      id,
    ]);
    const flipped = `${sessionToken.slice(0, -2)}${sessionToken.endsWith('AA') ? 'BB' : 'AA'}`;
    const wrong = [
      '',
      'x'.repeat(43),
      'x'.repeat(10_000),
      '\u0000\u{1F9F5}',
      sessionToken.slice(0, -1),
      flipped,
      sessionToken.toLowerCase(),
      `${sessionToken} `,
      row?.token_hash.toString('base64url') ?? '',
      row?.token_hash.toString('hex') ?? '',
      "' OR true --",
    ];
    for (const token of wrong) {
      expect(await codeOf(identity.resolve(token))).toBe('unauthorized');
    }
    expect((await identity.resolve(sessionToken)).userId).toBe(id);
    expect(row?.token_hash.includes(Buffer.from(sessionToken))).toBe(false);
  });

  it('ends after 7 days without use, by the database clock (S01)', async () => {
    const person = await identity.signUp();
    await age(person.id, 'last_seen_at', '6 days 23 hours 59 minutes');
    expect((await identity.resolve(person.sessionToken)).userId).toBe(person.id);
    await identity.service.get(SeenSessions).write();
    await age(person.id, 'last_seen_at', '7 days 1 second');
    expect(await codeOf(identity.resolve(person.sessionToken))).toBe('unauthorized');
  });

  it('ends 30 days after sign-in however much it is used (S01)', async () => {
    const person = await identity.signUp();
    const { expiresAt } = await identity.signIn(person.email);
    const days = (new Date(expiresAt).getTime() - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.99);
    expect(days).toBeLessThan(30.01);
    await age(person.id, 'expires_at', '30 days');
    expect(await codeOf(identity.resolve(person.sessionToken))).toBe('unauthorized');
  });

  it('notes that it was used, at most once a minute, without making the request wait', async () => {
    const person = await identity.signUp();
    const seen = async () => {
      const rows = await identity.sql<{ last_seen_at: Date }>('SELECT last_seen_at FROM sessions WHERE user_id = $1', [
        person.id,
      ]);
      return rows[0]?.last_seen_at.getTime() ?? 0;
    };
    const before = await seen();
    await identity.resolve(person.sessionToken);
    await identity.service.get(SeenSessions).write();
    expect(await seen()).toBe(before);
    await age(person.id, 'last_seen_at', '61 seconds');
    await identity.resolve(person.sessionToken);
    await eventually('the session was seen', async () => expect(await seen()).toBeGreaterThanOrEqual(before));
  });

  it('is over at once when the person signs out, and signing out again is no error (S01)', async () => {
    const person = await identity.signUp();
    const { sessionId } = await identity.resolve(person.sessionToken);
    const end = () => identity.rpc(identityRpc.sessionEnd, { sessionToken: person.sessionToken });
    expect(await end()).toEqual({ success: true });
    expect(await codeOf(identity.resolve(person.sessionToken))).toBe('unauthorized');
    expect(await end()).toEqual({ success: true });
    expect(await identity.told(sessionId)).toEqual([
      { subject: 'identity.session.revoked.v1', version: 1, data: { userId: person.id, sessionId } },
    ]);
  });

  it('from before a sign-in is worth nothing afterwards (S04)', async () => {
    const attacker = await identity.signUp();
    const victim = await identity.signUp();
    const signed = await identity.signIn(victim.email, PASSWORD, origin.address, attacker.sessionToken);
    expect(signed.sessionToken).not.toBe(attacker.sessionToken);
    expect(await codeOf(identity.resolve(attacker.sessionToken))).toBe('unauthorized');
    expect((await identity.resolve(signed.sessionToken)).userId).toBe(victim.id);
  });
});

describe('the list of sessions', () => {
  it('shows the open ones of the person; one can be ended, and nobody else can end it', async () => {
    const person = await identity.signUp();
    const stranger = await identity.signUp();
    const second = await identity.signIn(person.email);
    const { sessionId } = await identity.resolve(person.sessionToken);
    const list = async () =>
      rowsOf(await identity.rpc(identityRpc.sessionList, { currentSessionId: sessionId }, { userId: person.id }));
    const open = await list();
    expect(open).toHaveLength(2);
    expect(open.filter((session) => session.current).map((session) => session.id)).toEqual([sessionId]);
    expect(JSON.stringify(open)).not.toContain(origin.address);

    const other = open.find((session) => !session.current)?.id ?? '';
    const revoke = (userId: string) => identity.rpc(identityRpc.sessionRevoke, { id: other }, { userId });
    expect(await codeOf(revoke(stranger.id))).toBe('not_found');
    expect((await identity.resolve(second.sessionToken)).userId).toBe(person.id);
    expect(await revoke(person.id)).toEqual({ success: true });
    expect(await codeOf(identity.resolve(second.sessionToken))).toBe('unauthorized');
    expect(await codeOf(revoke(person.id))).toBe('not_found');
    expect((await list()).map((session) => session.id)).toEqual([sessionId]);
  });

  it('signing out everywhere ends all of them and nobody else’s', async () => {
    const person = await identity.signUp();
    const stranger = await identity.signUp();
    const second = await identity.signIn(person.email);
    await identity.rpc(identityRpc.sessionRevokeAll, {}, { userId: person.id });
    for (const token of [person.sessionToken, second.sessionToken]) {
      expect(await codeOf(identity.resolve(token))).toBe('unauthorized');
    }
    expect((await identity.resolve(stranger.sessionToken)).userId).toBe(stranger.id);
    const revoked = (await identity.told(person.id)).filter((event) => event.subject.includes('session.revoked'));
    expect(revoked.map((event) => event.data)).toEqual([{ userId: person.id, sessionId: null }]);
  });

  it('signing out everywhere else leaves this session', async () => {
    const person = await identity.signUp();
    const stranger = await identity.signUp();
    const second = await identity.signIn(person.email);
    const { sessionId } = await identity.resolve(person.sessionToken);
    const others = (userId?: string) =>
      identity.rpc(
        identityRpc.sessionRevokeOthers,
        { currentSessionId: sessionId },
        userId === undefined ? {} : { userId },
      );
    expect(await others(person.id)).toEqual({ success: true });
    expect((await identity.resolve(person.sessionToken)).sessionId).toBe(sessionId);
    expect(await codeOf(identity.resolve(second.sessionToken))).toBe('unauthorized');
    expect((await identity.resolve(stranger.sessionToken)).userId).toBe(stranger.id);
    expect(await codeOf(others())).toBe('unauthorized');
    // Somebody else's session is none of mine: it neither stays for me nor ends by me.
    expect(await others(stranger.id)).toEqual({ success: true });
    expect(await codeOf(identity.resolve(stranger.sessionToken))).toBe('unauthorized');
    expect((await identity.resolve(person.sessionToken)).sessionId).toBe(sessionId);
  });

  it('belongs to a signed-in person', async () => {
    expect(await codeOf(identity.rpc(identityRpc.sessionList, { currentSessionId: randomUUID() }))).toBe(
      'unauthorized',
    );
    expect(await codeOf(identity.rpc(identityRpc.sessionRevokeAll, {}))).toBe('unauthorized');
  });
});

describe('resolving', () => {
  it('is quick: it stands at the start of every HTTP request', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => identity.signUp()));
    await Promise.all(people.map((person) => identity.createBusiness(person)));
    const resolve = identity.service.get(ResolveSession);
    const burst = async (total: number): Promise<number> => {
      const start = performance.now();
      let left = total;
      const one = async (person: { sessionToken: string }): Promise<void> => {
        while (left > 0) {
          left -= 1;
          await resolve.execute({ sessionToken: person.sessionToken, askedBusinessId: null });
        }
      };
      await Promise.all([...people, ...people, ...people, ...people].map(one));
      return total / ((performance.now() - start) / 1000);
    };
    const rounds: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      rounds.push(await burst(1_000));
    }
    const perSecond = Math.max(...rounds);
    process.stdout.write(`sessions resolved per second in one process: ${Math.round(perSecond)}\n`);
    // Measured above 3,000/s on two cores. The best of six rounds and a low floor, because neighbours run at the same time.
    expect(perSecond).toBeGreaterThan(500);
  });
});
