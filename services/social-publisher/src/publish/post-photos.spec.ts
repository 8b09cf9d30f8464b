import { describe, expect, it } from '@jest/globals';
import { PictureTurn } from './post-photos.ts';

/** Places as the publisher has them, counted. */
function places(limit: number): { turn: () => PictureTurn; most: () => number; now: () => number } {
  let taken = 0;
  let most = 0;
  const waiting: (() => void)[] = [];
  const take = async (): Promise<void> => {
    while (taken >= limit) {
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    taken += 1;
    most = Math.max(most, taken);
  };
  const giveBack = (): void => {
    taken -= 1;
    waiting.shift()?.();
  };
  return { turn: () => new PictureTurn(take, giveBack), most: () => most, now: () => taken };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('pictures in memory', () => {
  it('a post takes one place however many pictures it has, and keeps it until its call is over', async () => {
    const all = places(3);
    const turn = all.turn();
    let loading = 0;
    let most = 0;
    const load = () =>
      turn.run(async () => {
        loading += 1;
        most = Math.max(most, loading);
        await settled();
        loading -= 1;
      });
    await Promise.all([load(), load(), load(), load()]);
    expect(most).toBe(1);
    expect(all.now()).toBe(1);
    turn.end();
    expect(all.now()).toBe(0);
    turn.end();
    expect(all.now()).toBe(0);
  });

  it('the fourth post waits until one of three is over', async () => {
    const all = places(3);
    const turns = Array.from({ length: 4 }, () => all.turn());
    const done: number[] = [];
    const loads = turns.map((turn, index) => turn.run(() => Promise.resolve(done.push(index))));
    await Promise.all(loads.slice(0, 3));
    await settled();
    expect(done).toEqual([0, 1, 2]);
    turns[1]?.end();
    await loads[3];
    expect(done).toEqual([0, 1, 2, 3]);
    expect(all.most()).toBe(3);
  });

  it('a post whose call ended while it waited gives its place on', async () => {
    const all = places(1);
    const [first, second, third] = [all.turn(), all.turn(), all.turn()];
    await first.run(() => Promise.resolve());
    const waiting = second.run(() => Promise.resolve());
    second.end();
    first.end();
    await waiting;
    await third.run(() => Promise.resolve());
    expect(all.now()).toBe(1);
  });

  it('a picture that can’t be read does not stop the next one', async () => {
    const turn = places(1).turn();
    await expect(turn.run(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    await expect(turn.run(() => Promise.resolve(7))).resolves.toBe(7);
  });

  it('a post without pictures takes no place', () => {
    const all = places(1);
    all.turn().end();
    expect(all.now()).toBe(0);
  });
});
