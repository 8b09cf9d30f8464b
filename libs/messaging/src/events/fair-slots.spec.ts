import { describe, expect, it } from '@jest/globals';
import { FairSlots } from './fair-slots.ts';

/** Work that ends when the test says so, and the order in which it began. */
function workshop(slots: FairSlots) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    begun,
    add: (name: string, group: string, handler = 'h', handlerLimit = 10): void =>
      void slots.run({ group, handler, handlerLimit }, work(name)),
    addAhead: (name: string): void => void slots.runAhead({ group: '', handler: 'h', handlerLimit: 10 }, work(name)),
    settled,
    endOne: async (): Promise<void> => {
      ends.shift()?.();
      await settled();
    },
  };
}

describe('fair slots', () => {
  it('run no more at a time than there are slots', async () => {
    const shop = workshop(new FairSlots(2));
    for (const name of ['a', 'b', 'c']) {
      shop.add(name, name);
    }
    await shop.settled();
    expect(shop.begun).toEqual(['a', 'b']);
    await shop.endOne();
    expect(shop.begun).toEqual(['a', 'b', 'c']);
  });

  it('let groups take turns, however much one of them has waiting', async () => {
    const shop = workshop(new FairSlots(1));
    for (let n = 0; n < 20; n += 1) {
      shop.add(`flood ${n}`, 'flood');
    }
    shop.add('quiet 1', 'one');
    shop.add('quiet 2', 'two');
    await shop.settled();
    for (let n = 0; n < 4; n += 1) {
      await shop.endOne();
    }
    expect(shop.begun).toEqual(['flood 0', 'flood 1', 'quiet 1', 'quiet 2', 'flood 2']);
  });

  it('keep each handler to its own limit, and fill the other slots with others', async () => {
    const shop = workshop(new FairSlots(3));
    shop.add('slow 1', 'a', 'slow', 1);
    shop.add('slow 2', 'a', 'slow', 1);
    shop.add('quick', 'a', 'quick', 3);
    await shop.settled();
    expect(shop.begun).toEqual(['slow 1', 'quick']);
    await shop.endOne();
    expect(shop.begun).toEqual(['slow 1', 'quick', 'slow 2']);
  });

  it('begin claimed work before what waits its turn', async () => {
    const shop = workshop(new FairSlots(1));
    shop.add('a', 'a');
    shop.add('b', 'b');
    shop.addAhead('claimed');
    await shop.settled();
    await shop.endOne();
    expect(shop.begun).toEqual(['a', 'claimed']);
  });

  it('free the slot of work that fails', async () => {
    const slots = new FairSlots(1);
    const use = { group: '', handler: 'h', handlerLimit: 1 };
    await expect(slots.run(use, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(slots.run(use, () => Promise.resolve('yes'))).resolves.toBe('yes');
  });
});
