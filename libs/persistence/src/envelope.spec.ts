import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { KeyRing, openFor, sealFor } from './envelope.ts';
import type { AssociatedData, Sealed } from './envelope.ts';

const key = (): string => randomBytes(32).toString('base64');
const k1 = key();
const ring = KeyRing.parse(`k1:${k1}`);
const boundTo =
  (...subject: string[]): AssociatedData =>
  (kid) =>
    Buffer.from(JSON.stringify([...subject, kid]));
const mine = boundTo('b1', 'a1');
const secret = Buffer.from('{"accessToken":"XA-canary"}');

describe('the envelope', () => {
  it('opens what it sealed, and never seals twice alike', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
        const plain = Buffer.from(bytes);
        const one = sealFor(ring, mine, plain);
        expect(openFor(ring, mine, one).equals(plain)).toBe(true);
        expect(sealFor(ring, mine, plain).ciphertext.equals(one.ciphertext)).toBe(false);
      }),
      { numRuns: 100 },
    );
  });

  it('does not open in another row: its subject is bound', () => {
    const sealed = sealFor(ring, mine, secret);
    for (const other of [boundTo('b2', 'a1'), boundTo('b1', 'a2'), boundTo('b1a1')]) {
      expect(() => openFor(ring, other, sealed)).toThrow();
    }
  });

  it('does not open with parts of two rows put together, nor with a changed byte', () => {
    const one = sealFor(ring, mine, secret);
    const two = sealFor(ring, boundTo('b1', 'a2'), secret);
    expect(() => openFor(ring, mine, { ...one, ciphertext: two.ciphertext })).toThrow();
    expect(() => openFor(ring, mine, { ...one, wrappedKey: two.wrappedKey })).toThrow();
    for (const part of ['ciphertext', 'wrappedKey'] as const) {
      for (let index = 0; index < one[part].length; index += 7) {
        const changed = Buffer.from(one[part]);
        changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
        expect(() => openFor(ring, mine, { ...one, [part]: changed })).toThrow();
      }
    }
  });

  it('holds no plain text', () => {
    const sealed = sealFor(ring, mine, secret);
    expect(Buffer.concat([sealed.ciphertext, sealed.wrappedKey]).includes('canary')).toBe(false);
  });

  it('rotates: the new key seals, the old one still opens until it is gone', () => {
    const old = sealFor(ring, mine, secret);
    const both = KeyRing.parse(`k2:${key()},k1:${k1}`);
    expect(openFor(both, mine, old).equals(secret)).toBe(true);
    const again = sealFor(both, mine, openFor(both, mine, old));
    expect(again.kid).toBe('k2');
    expect(() => openFor(ring, mine, again)).toThrow('"k2" is not in VAULT_KEYS');
    // The key's name is bound too: it cannot be replaced by a weaker one.
    const renamed: Sealed = { ...again, kid: 'k1' };
    expect(() => openFor(both, mine, renamed)).toThrow();
  });

  it('says what is wrong with its keys, never a key', () => {
    expect(() => KeyRing.parse('')).toThrow('holds no key');
    expect(() => KeyRing.parse('k1:c2hvcnQ=')).toThrow('must have 32 bytes, it has 5');
    expect(() => KeyRing.parse(`k1:${k1},k1:${k1}`)).toThrow('stands twice');
    expect(() => KeyRing.parse(k1)).toThrow('kid:base64key');
  });
});
