import { describe, expect, it } from '@jest/globals';
import { SecondChances } from './second-chances.ts';

describe('second chances', () => {
  it('are a handful at once, and then one for so many answers', () => {
    const chances = new SecondChances(3, 0.25);
    const taken = (times: number) => Array.from({ length: times }, () => chances.take());
    expect(taken(4)).toEqual([true, true, true, false]);
    for (let answers = 0; answers < 3; answers += 1) {
      chances.answered();
    }
    expect(chances.take()).toBe(false);
    chances.answered();
    expect(taken(2)).toEqual([true, false]);
  });

  it('do not pile up while they are not needed', () => {
    const chances = new SecondChances(2, 1);
    for (let answers = 0; answers < 100; answers += 1) {
      chances.answered();
    }
    expect([chances.take(), chances.take(), chances.take()]).toEqual([true, true, false]);
  });
});
