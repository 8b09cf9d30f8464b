import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { identityRpc } from '@postloom/contracts';
import { anyEmail, codeOf, IdentityUnderTest, PASSWORD } from '../testing/identity-under-test.ts';
import { lowerQuartile } from '../testing/lower-quartile.ts';
import { StartSession } from './start-session.ts';

describe('sign-in', () => {
  let identity: IdentityUnderTest;
  beforeAll(async () => {
    identity = await IdentityUnderTest.start({ RATE_LIMITS: 'off' });
  });
  afterAll(() => identity.close());

  it('takes the right password only, whatever the case of the address', async () => {
    const person = await identity.signUp();
    const signed = await identity.signIn(person.email.toUpperCase());
    expect(signed.user.id).toBe(person.id);
    expect((await identity.resolve(signed.sessionToken)).userId).toBe(person.id);
    for (const wrong of ['wrong password here', `${PASSWORD} `, PASSWORD.toUpperCase()]) {
      expect(await codeOf(identity.signIn(person.email, wrong))).toBe('invalid_credentials');
    }
  });

  it('answers an unknown address exactly like a wrong password', async () => {
    const person = await identity.signUp();
    const answer = (email: string) =>
      identity.signIn(email, 'wrong password here').catch((error: unknown) => {
        const { code, message, details, retryAfterSeconds } = error as Record<string, unknown>;
        return { code, message, details, retryAfterSeconds };
      });
    expect(await answer(anyEmail())).toEqual(await answer(person.email));
  });

  it('takes as long for an unknown address as for a wrong password (S05)', async () => {
    const person = await identity.signUp();
    const signIn = identity.service.get(StartSession);
    const timed = async (email: string): Promise<number> => {
      const origin = { address: '203.0.113.7', userAgent: '' };
      const start = performance.now();
      expect(await codeOf(signIn.execute({ email, password: 'wrong password here', origin }))).toBe(
        'invalid_credentials',
      );
      return performance.now() - start;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    // Alternating, and of each the quicker ones: other load on the machine only ever adds to what a call takes.
    for (let round = 0; round < 40; round += 1) {
      known.push(await timed(person.email));
      unknown.push(await timed(anyEmail()));
    }
    const [ofKnown, ofUnknown] = [lowerQuartile(known), lowerQuartile(unknown)];
    const ratio = ofUnknown / ofKnown;
    process.stdout.write(
      `sign-in refused, ms: known ${ofKnown.toFixed(1)}, unknown ${ofUnknown.toFixed(1)}, ratio ${ratio.toFixed(2)}\n`,
    );
    // Without the decoy the ratio would be below 0.2: the hash is nearly all of the time.
    expect(ratio).toBeGreaterThan(0.75);
    expect(ratio).toBeLessThan(1.33);
  });
});

describe('throttles', () => {
  let identity: IdentityUnderTest;
  beforeAll(async () => {
    identity = await IdentityUnderTest.start({
      RATE_LIMITS: 'on',
      LIMIT_SIGN_IN_PAIR: '5/900',
      LIMIT_SIGN_IN_ADDRESS: '8/300',
      LIMIT_SIGN_IN_ACCOUNT: '12/3600',
      LIMIT_REGISTER: '1000/3600',
    });
  });
  afterAll(() => identity.close());

  let nextAddress = 0;
  const freshAddress = (): string => `198.51.100.${(nextAddress += 1)}`;
  const failures = async (email: string, address: string, times: number): Promise<string[]> =>
    Promise.all(Array.from({ length: times }, () => codeOf(identity.signIn(email, 'wrong password here', address))));
  const count = (codes: readonly string[], code: string): number => codes.filter((found) => found === code).length;

  it('stop a guesser exactly, also when the guesses come together; the owner elsewhere gets in (S05)', async () => {
    const person = await identity.signUp();
    const guesser = freshAddress();
    const codes = await failures(person.email, guesser, 20);
    expect(count(codes, 'invalid_credentials')).toBe(5);
    expect(count(codes, 'rate_limited')).toBe(15);
    expect(await codeOf(identity.signIn(person.email, PASSWORD, guesser))).toBe('rate_limited');
    expect((await identity.signIn(person.email, PASSWORD, freshAddress())).user.id).toBe(person.id);
  });

  it('say when to come back', async () => {
    const person = await identity.signUp();
    const address = freshAddress();
    await failures(person.email, address, 5);
    const refused = await identity.signIn(person.email, PASSWORD, address).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: 'rate_limited',
      message: 'Too many attempts. Please try again in 15 minutes.',
    });
    const { retryAfterSeconds } = refused as { retryAfterSeconds: number };
    expect(retryAfterSeconds).toBeGreaterThan(880);
    expect(retryAfterSeconds).toBeLessThanOrEqual(900);
  });

  it('treat an unknown address like a known one (S05)', async () => {
    const nobody = anyEmail();
    const codes = await failures(nobody, freshAddress(), 20);
    expect(count(codes, 'invalid_credentials')).toBe(5);
    expect(count(codes, 'rate_limited')).toBe(15);
  });

  it('stop one address that tries many accounts (S05)', async () => {
    const address = freshAddress();
    const codes = await Promise.all(
      Array.from({ length: 20 }, () => codeOf(identity.signIn(anyEmail(), 'wrong password here', address))),
    );
    expect(count(codes, 'invalid_credentials')).toBe(8);
    expect(count(codes, 'rate_limited')).toBe(12);
  });

  it('stop many addresses that try one account, but not where the person signed in before (S05)', async () => {
    const person = await identity.signUp();
    const home = freshAddress();
    await identity.signIn(person.email, PASSWORD, home);
    const codes: string[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      codes.push(...(await failures(person.email, freshAddress(), 4)));
    }
    expect(count(codes, 'invalid_credentials')).toBe(12);
    expect(await codeOf(identity.signIn(person.email, PASSWORD, freshAddress()))).toBe('rate_limited');
    expect((await identity.signIn(person.email, PASSWORD, home)).user.id).toBe(person.id);
  });

  it('do not count sign-ins that succeed', async () => {
    const person = await identity.signUp();
    const address = freshAddress();
    for (let turn = 0; turn < 9; turn += 1) {
      await identity.signIn(person.email, PASSWORD, address);
    }
    expect(count(await failures(person.email, address, 6), 'invalid_credentials')).toBe(5);
  });

  it('are over when their window is', async () => {
    const person = await identity.signUp();
    const address = freshAddress();
    await failures(person.email, address, 5);
    expect(await codeOf(identity.signIn(person.email, PASSWORD, address))).toBe('rate_limited');
    await identity.sql(`UPDATE throttles SET ends_at = now() - interval '1 second'`);
    expect(await codeOf(identity.signIn(person.email, PASSWORD, address))).toBe('no error');
  });

  it('keep no address and no name', async () => {
    const person = await identity.signUp();
    await failures(person.email, freshAddress(), 1);
    const rows = await identity.sql<{ key: Buffer }>('SELECT * FROM throttles');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every((row) => row.key.length === 32)).toBe(true);
    expect(JSON.stringify(rows)).not.toContain('example.com');
  });

  it('hold sign-ups from one address', async () => {
    const other = await IdentityUnderTest.start({ RATE_LIMITS: 'on', LIMIT_REGISTER: '3/3600' });
    try {
      const codes = await Promise.all(
        Array.from({ length: 6 }, () =>
          codeOf(
            other.rpc(identityRpc.userRegister, {
              email: anyEmail(),
              password: PASSWORD,
              origin: { address: '192.0.2.1', userAgent: '' },
            }),
          ),
        ),
      );
      expect(count(codes, 'no error')).toBe(3);
      expect(count(codes, 'rate_limited')).toBe(3);
    } finally {
      await other.close();
    }
  });
});
