import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { CallerSigner, CallerVerifier, parseSigningKey, parseVerificationKeys } from './caller-assertion.ts';
import type { Identity } from './caller-assertion.ts';

/** A key pair as the settings hold it. */
function pair(id: string): { signing: string; verification: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = (der: Buffer): string => der.subarray(-32).toString('base64');
  return {
    signing: `${id}:${raw(privateKey.export({ format: 'der', type: 'pkcs8' }))}`,
    verification: `${id}:${raw(publicKey.export({ format: 'der', type: 'spki' }))}`,
  };
}

const mara: Identity = { userId: 'mara', businessId: 'bakery', payerId: 'mara', role: 'owner' };
const [first, second] = [pair('first'), pair('second')];

describe('the assertion of a caller', () => {
  let now = 1_000_000;
  const signer = (text: string) => {
    const key = parseSigningKey(text);
    return new CallerSigner(
      () => key,
      () => now,
    );
  };
  const verifier = (text: string) => {
    const keys = parseVerificationKeys(text);
    return new CallerVerifier(
      () => keys,
      () => now,
    );
  };
  const sign = (identity: Identity, key = first.signing): string => signer(key).assertionFor(identity) ?? '';

  it('says who it is, and of nobody says nothing', () => {
    expect(verifier(first.verification).identityOf(sign(mara))).toMatchObject(mara);
    expect(signer(first.signing).assertionFor({ ...mara, userId: null })).toBeNull();
  });

  it('cannot be changed, made with another key or moved to another key', () => {
    const assertion = sign(mara);
    const [id = '', claims = '', signature = ''] = assertion.split('.');
    const forged = Buffer.from(Buffer.from(claims, 'base64url').toString().replace('"bakery"', '"other"')).toString(
      'base64url',
    );
    const both = verifier(`${first.verification},${second.verification}`);
    for (const text of [
      `${id}.${forged}.${signature}`,
      `second.${claims}.${signature}`,
      `unknown.${claims}.${signature}`,
      `${id}.${claims}.`,
      `${id}.${claims}`,
      '',
      sign(mara, pair('first').signing),
    ]) {
      expect(() => both.identityOf(text)).toThrow('not confirmed');
    }
    // Refusals leave nothing behind that would let the next one pass.
    expect(both.identityOf(assertion)).toMatchObject(mara);
  });

  it('serves for a minute, is good for two and the clocks’ difference, and not longer, also where it was seen before', () => {
    const start = now;
    const one = signer(first.signing);
    const check = verifier(first.verification);
    const assertion = one.assertionFor(mara) ?? '';
    now = start + 59_000;
    expect(one.assertionFor(mara)).toBe(assertion);
    now = start + 61_000;
    expect(one.assertionFor(mara)).not.toBe(assertion);
    now = start + 149_000;
    expect(check.identityOf(assertion)).toMatchObject(mara);
    now = start + 151_000;
    expect(() => check.identityOf(assertion)).toThrow('no longer confirmed');
    expect(() => verifier(first.verification).identityOf(assertion)).toThrow('no longer confirmed');
  });

  it('is not shared between persons, businesses and roles', () => {
    const one = signer(first.signing);
    const others: Identity[] = [
      { ...mara, userId: 'tom' },
      { ...mara, businessId: 'garage' },
      { ...mara, businessId: null },
      { ...mara, payerId: 'tom' },
      { ...mara, role: 'viewer' },
    ];
    const assertions = [mara, ...others].map((identity) => one.assertionFor(identity));
    expect(new Set(assertions).size).toBe(6);
  });

  it('changes its key without a moment in which somebody is refused', () => {
    const old = sign(mara);
    const [before, between, after] = [
      verifier(first.verification),
      verifier(`${first.verification},${second.verification}`),
      verifier(second.verification),
    ];
    // 1. both keys at the services, 2. the gateway signs with the new one, 3. the old key goes.
    expect([before, between].map((one) => one.identityOf(old).userId)).toEqual(['mara', 'mara']);
    const renewed = sign(mara, second.signing);
    expect([between, after].map((one) => one.identityOf(renewed).userId)).toEqual(['mara', 'mara']);
    expect(() => after.identityOf(old)).toThrow('not confirmed');
  });

  it('needs keys that are keys', () => {
    expect(() => parseSigningKey('no key')).toThrow('<id>:<base64 of 32 bytes>');
    expect(() => parseVerificationKeys(`${first.verification},short:AAAA`)).toThrow('<id>:<base64 of 32 bytes>');
  });
});
