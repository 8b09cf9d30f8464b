import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { plainRecoveryCode, RECOVERY_CODE_BYTES, recoveryCode } from './recovery-codes.ts';

describe('recovery codes', () => {
  it('are 16 unmistakable characters in groups, each with all of its bits', () => {
    expect(recoveryCode(Buffer.alloc(RECOVERY_CODE_BYTES))).toBe('0000-0000-0000-0000');
    expect(recoveryCode(Buffer.alloc(RECOVERY_CODE_BYTES, 255))).toBe('zzzz-zzzz-zzzz-zzzz');
    expect(recoveryCode(Buffer.from('00000000000000000001', 'hex'))).toBe('0000-0000-0000-0001');
    expect(recoveryCode(Buffer.from('80000000000000000000', 'hex'))).toBe('g000-0000-0000-0000');
    const made = Array.from({ length: 1_000 }, () => recoveryCode(randomBytes(RECOVERY_CODE_BYTES)));
    expect(new Set(made).size).toBe(1_000);
    expect(made.every((code) => /^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/.test(code))).toBe(true);
  });

  it('may be typed in capitals, with spaces or without dashes, and with look-alikes', () => {
    const plain = plainRecoveryCode('01ab-cdef-0000-1111');
    for (const typed of ['01ABCDEF00001111', ' 01ab cdef 0000 1111 ', 'OIab-cdef-oOoO-iIlL']) {
      expect(plainRecoveryCode(typed)).toBe(plain);
    }
  });
});
