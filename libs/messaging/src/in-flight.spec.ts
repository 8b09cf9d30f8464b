import { describe, expect, it } from '@jest/globals';
import { InFlight } from './in-flight.ts';

const gate = (): { readonly opened: Promise<void>; open: () => void } => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
};

describe('work under way', () => {
  it('is waited for, also when it fails', async () => {
    const work = new InFlight();
    const first = gate();
    let isOver = false;
    const tracked = work.track(first.opened.then(() => Promise.reject(new Error('broken'))));
    const ended = work.ended().then(() => {
      isOver = true;
    });
    await Promise.resolve();
    expect(isOver).toBe(false);
    first.open();
    await expect(tracked).rejects.toThrow('broken');
    await ended;
    expect(work.size).toBe(0);
  });
});
