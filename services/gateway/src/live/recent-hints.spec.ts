import { describe, expect, it } from '@jest/globals';
import { RecentHints } from './recent-hints.ts';

describe('recent hints', () => {
  it('are kept by their owner, each once, until they have aged twice', () => {
    const recent = new RecentHints();
    recent.keep('rye', 'one;', 1);
    recent.keep('oat', 'other;', 2);
    recent.age();
    recent.keep('rye', 'two;', 3);
    recent.keep('rye', 'one;', 4);
    expect([recent.of('rye', 0), recent.of('oat', 0), recent.of('nobody', 0)]).toEqual(['one;two;', 'other;', '']);
    recent.age();
    expect([recent.of('rye', 0), recent.of('oat', 0)]).toEqual(['two;one;', '']);
    recent.age();
    expect(recent.of('rye', 0)).toBe('');
  });

  it('are told from an instant on, by when each was told last', () => {
    const recent = new RecentHints();
    for (const [at, text] of ['one;', 'two;', 'three;', 'one;'].entries()) {
      recent.keep('rye', text, at);
      if (text === 'two;') {
        recent.age();
      }
    }
    expect([1, 2, 3, 4].map((from) => recent.of('rye', from))).toEqual(['one;two;three;', 'one;three;', 'one;', '']);
  });

  it('of a flood are the latest alone, and push out nobody else’s', () => {
    const recent = new RecentHints();
    recent.keep('rye', 'one;', 0);
    for (let number = 0; number < 100_000; number += 1) {
      recent.keep('flood', `${number};`, number);
    }
    const kept = recent.of('flood', 0).split(';').slice(0, -1);
    expect([kept.length, kept.at(0), kept.at(-1)]).toEqual([300, '99700', '99999']);
    expect(recent.of('rye', 0)).toBe('one;');
  });

  it('are bounded over all owners', () => {
    const recent = new RecentHints();
    for (let number = 0; number < 60_000; number += 1) {
      recent.keep(`owner ${number}`, 'one;', number);
    }
    expect([recent.of('owner 0', 0), recent.of('owner 59999', 0)]).toEqual(['', 'one;']);
  });
});
