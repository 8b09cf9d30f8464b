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

  it('of a flood are the latest alone, and push out nobody else’s', () => {
    const recent = new RecentHints();
    recent.keep('rye', 'one;');
    for (let number = 0; number < 100_000; number += 1) {
      recent.keep('flood', `${number};`);
    }
    const kept = recent.of('flood').split(';').slice(0, -1);
    expect([kept.length, kept.at(0), kept.at(-1)]).toEqual([300, '99700', '99999']);
    expect(recent.of('rye')).toBe('one;');
  });

  it('are bounded over all owners', () => {
    const recent = new RecentHints();
    for (let number = 0; number < 60_000; number += 1) {
      recent.keep(`owner ${number}`, 'one;');
    }
    expect([recent.of('owner 0'), recent.of('owner 59999')]).toEqual(['', 'one;']);
  });
});
