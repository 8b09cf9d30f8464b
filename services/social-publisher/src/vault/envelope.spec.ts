import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { KeyRing, open, seal } from './envelope.ts';
import type { Binding, Sealed } from './envelope.ts';

const key = (): string => randomBytes(32).toString('base64');
const k1 = key();
const ring = KeyRing.parse(`k1:${k1}`);
const binding: Binding = { businessId: 'b1', platform: 'twitter', origin: null, subjectId: 'a1' };
const secret = Buffer.from('{"accessToken":"XA-canary"}');

describe('the envelope', () => {
  it('opens what it sealed, and never seals twice alike', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
        const plain = Buffer.from(bytes);
        const one = seal(ring, binding, plain);
        expect(open(ring, binding, one).equals(plain)).toBe(true);
        expect(seal(ring, binding, plain).ciphertext.equals(one.ciphertext)).toBe(false);
      }),
      { numRuns: 100 },
    );
  });

  it('does not open in another row: business, platform and account are bound', () => {
    const sealed = seal(ring, binding, secret);
    for (const other of [{ businessId: 'b2' }, { platform: 'facebook' }, { subjectId: 'a2' }]) {
      expect(() => open(ring, { ...binding, ...other }, sealed)).toThrow();
    }
  });

  it('does not open with parts of two rows put together, nor with a changed byte', () => {
    const one = seal(ring, binding, secret);
    const two = seal(ring, { ...binding, subjectId: 'a2' }, secret);
    expect(() => open(ring, binding, { ...one, ciphertext: two.ciphertext })).toThrow();
    expect(() => open(ring, binding, { ...one, wrappedKey: two.wrappedKey })).toThrow();
    for (const part of ['ciphertext', 'wrappedKey'] as const) {
      for (let index = 0; index < one[part].length; index += 7) {
        const changed = Buffer.from(one[part]);
        changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
        expect(() => open(ring, binding, { ...one, [part]: changed })).toThrow();
      }
    }
  });

  it('holds no plain text', () => {
    const sealed = seal(ring, binding, secret);
    expect(Buffer.concat([sealed.ciphertext, sealed.wrappedKey]).includes('canary')).toBe(false);
  });

  it('rotates: the new key seals, the old one still opens until it is gone', () => {
    const old = seal(ring, binding, secret);
    const both = KeyRing.parse(`k2:${key()},k1:${k1}`);
    expect(open(both, binding, old).equals(secret)).toBe(true);
    const again = seal(both, binding, open(both, binding, old));
    expect(again.kid).toBe('k2');
    expect(() => open(ring, binding, again)).toThrow('"k2" is not in VAULT_KEYS');
    // The key's name is bound too: it cannot be replaced by a weaker one.
    const renamed: Sealed = { ...again, kid: 'k1' };
    expect(() => open(both, binding, renamed)).toThrow();
  });

  it('says what is wrong with its keys, never a key', () => {
    expect(() => KeyRing.parse('')).toThrow('holds no key');
    expect(() => KeyRing.parse('k1:c2hvcnQ=')).toThrow('must have 32 bytes, it has 5');
    expect(() => KeyRing.parse(`k1:${k1},k1:${k1}`)).toThrow('stands twice');
    expect(() => KeyRing.parse(k1)).toThrow('kid:base64key');
  });
});
