import { describe, expect, it } from '@jest/globals';
import { argon2Parameters, decoyHash, hashPassword, parsePasswordHash, verifyPassword } from './password-hash.ts';

describe('password hashes', () => {
  it('are argon2id in PHC format with the parameters OWASP recommends', async () => {
    const stored = await hashPassword('correct horse battery');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(parsePasswordHash(stored)).toMatchObject(argon2Parameters);
    expect(await hashPassword('correct horse battery')).not.toBe(stored);
  });

  it('fit their password and no other', async () => {
    const stored = await hashPassword('correct horse battery');
    expect(await verifyPassword(stored, 'correct horse battery')).toBe(true);
    expect(await verifyPassword(stored, 'correct horse batterz')).toBe(false);
    expect(await verifyPassword(stored, 'correct horse battery ')).toBe(false);
  });

  it('do not care in which Unicode form a keyboard sends an umlaut', async () => {
    const stored = await hashPassword('k\u00e4sebrot mit senf');
    expect(await verifyPassword(stored, 'ka\u0308sebrot mit senf')).toBe(true);
  });

  it('verify with the parameters they were made with', async () => {
    // Reference vector of the argon2 command line tool: echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1
    const reference = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await verifyPassword(reference, 'password')).toBe(true);
    expect(await verifyPassword(reference, 'Password')).toBe(false);
  });

  it('of nobody fit no password and cost the same parameters', async () => {
    const decoy = decoyHash();
    expect(parsePasswordHash(decoy)).toMatchObject(argon2Parameters);
    expect(await verifyPassword(decoy, '')).toBe(false);
  });

  it('refuse other formats', async () => {
    expect(parsePasswordHash('$2b$12$abcdefghijklmnopqrstuv')).toBeNull();
    expect(parsePasswordHash('')).toBeNull();
    await expect(verifyPassword('plain', 'plain')).rejects.toThrow(/argon2id/);
  });
});
