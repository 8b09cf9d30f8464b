import { describe, expect, it } from '@jest/globals';
import { RecentHints } from './recent-hints.ts';

describe('recent hints', () => {
  it('are kept by their owner, each once, until they have aged twice', () => {
    const recent = new RecentHints();
    recent.keep('rye', 'one;');
    recent.keep('oat', 'other;');
    recent.age();
    recent.keep('rye', 'two;');
    recent.keep('rye', 'one;');
    expect([recent.of('rye'), recent.of('oat'), recent.of('nobody')]).toEqual(['one;two;', 'other;', '']);
    recent.age();
    expect([recent.of('rye'), recent.of('oat')]).toEqual(['two;one;', '']);
    recent.age();
    expect(recent.of('rye')).toBe('');
  });

  it('are bounded', () => {
    const recent = new RecentHints();
    for (let number = 0; number < 100_000; number += 1) {
      recent.keep('flood', `${number};`);
    }
    const kept = recent.of('flood').split(';').length;
    expect(kept).toBeLessThanOrEqual(40_001);
    expect(recent.of('flood')).toContain('99999;');
  });
});
