import { describe, expect, it } from '@jest/globals';
import { isFinalRefusal, nextTryInSeconds } from './retry.ts';

describe('mail retries', () => {
  it('wait longer each time and give up after about a day', () => {
    const waits: number[] = [];
    for (let failures = 1; nextTryInSeconds(failures) !== null; failures += 1) {
      waits.push(nextTryInSeconds(failures) ?? 0);
    }
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    const hours = waits.reduce((sum, seconds) => sum + seconds, 0) / 3_600;
    expect(hours).toBeGreaterThan(20);
    expect(hours).toBeLessThan(30);
  });

  it('stop at once only when this mail is refused for good', () => {
    expect(isFinalRefusal({ command: 'RCPT TO', responseCode: 550 })).toBe(true);
    expect(isFinalRefusal({ command: 'DATA', responseCode: 554 })).toBe(true);
    expect(isFinalRefusal({ command: 'RCPT TO', responseCode: 451 })).toBe(false);
    expect(isFinalRefusal({ command: 'AUTH PLAIN', responseCode: 535 })).toBe(false);
    expect(isFinalRefusal({ code: 'ECONNECTION', command: 'CONN' })).toBe(false);
  });
});
