import { describe, expect, it } from '@jest/globals';
import { tokenHash } from '../credentials/index.ts';
import { cookieWith, proofsOf, secretOf, secretsOf } from './browser-secrets.ts';

const secret = (letter: string): string => letter.repeat(43);

describe('the cookie of a browser that is signing in', () => {
  it('keeps the five newest sign-ins, so that tabs do not end each other', () => {
    const cookie = ['a', 'b', 'c', 'd', 'e', 'f']
      .map(secret)
      .reduce<string | null>((kept, next) => cookieWith(next, kept), null);
    expect(secretsOf(cookie)).toEqual(['f', 'e', 'd', 'c', 'b'].map(secret));
    expect(secretOf(cookie, tokenHash(secret('b')))).toBe(secret('b'));
    expect(secretOf(cookie, tokenHash(secret('a')))).toBeUndefined();
  });

  it.each([null, '', '.', 'short', `${secret('a')}b`, `${secret('a')};x`])('takes nothing of %j', (cookie) => {
    expect(secretsOf(cookie)).toEqual([]);
  });

  it('gives each purpose its own proof', () => {
    const { verifier, nonce } = proofsOf(secret('a'));
    expect(new Set([verifier, nonce, secret('a')]).size).toBe(3);
    expect(proofsOf(secret('b')).nonce).not.toBe(nonce);
    expect(verifier).toMatch(/^[\w-]{43}$/); // RFC 7636: 43 to 128 characters
  });
});
