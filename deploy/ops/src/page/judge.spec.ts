import { describe, expect, it } from '@jest/globals';
import { isStale, ofLag, ofPlatform, ofPromise, ofProvider, ofQueue, ofService, ofWait } from './judge.ts';
import { wellSnapshot } from './testing.ts';
import type { PlatformFigures, ProviderFigures, ServiceFigures, Snapshot } from './snapshot.ts';

const well = wellSnapshot(0);
const promised = (changed: Partial<Snapshot['promise']>): string =>
  ofPromise({ ...well, promise: { ...well.promise, ...changed } }).word;
const platform = (changed: Partial<PlatformFigures>): string => {
  const [one] = well.platforms as [PlatformFigures];
  return ofPlatform({ ...one, ...changed }).word;
};
const provider = (changed: Partial<ProviderFigures>): string => {
  const [one] = well.providers as [ProviderFigures];
  return ofProvider({ ...one, ...changed }).word;
};
const service = (changed: Partial<ServiceFigures>): string => {
  const [one] = well.services as [ServiceFigures];
  return ofService({ ...one, ...changed }).word;
};

describe('how things are', () => {
  it('of the promise', () => {
    expect(promised({})).toBe('Kept');
    expect(promised({ month: null, budgetLeft: null, hour: null })).toBe('No post was due in 30 days');
    expect(promised({ hour: 0.98 })).toBe('Posts are late now');
    expect(promised({ month: 0.9985, budgetLeft: -0.5 })).toBe('Broken');
    expect(promised({ month: 0.9992, budgetLeft: 0.2 })).toBe('Kept, with little left');
  });

  it('of a platform, the worst first', () => {
    expect(platform({})).toBe('Fine');
    expect(platform({ openOldest: 1_900, published: 1, failed: 9 })).toBe('An outcome stays open');
    expect(platform({ published: 7, failed: 3, unclear: 5 })).toBe('Posts fail');
    expect(platform({ unclear: 1 })).toBe('Does not always answer');
    expect(platform({ calls: 0, published: 0 })).toBe('Nothing was sent');
  });

  it('of a provider, a service, a queue and what waits', () => {
    expect([{}, { calls: 0 }, { failed: 1 }, { failed: 5 }].map(provider)).toEqual([
      ...['Fine', 'Nothing was asked', 'Refuses some', 'Gives no captions'],
    ]);
    expect([{}, { up: 1 }, { up: 0 }, { failedShare: 0.02 }, { slow: 1.2 }].map(service)).toEqual([
      ...['Fine', '1 of 2 down', 'Down', 'Fails requests', 'Slow'],
    ]);
    expect([9, 601].map((oldest) => ofQueue({ service: 's', worker: 'w', waiting: 1, oldest }).word)).toEqual([
      ...['Moves', 'Behind'],
    ]);
    expect([null, 60, 61].map((seconds) => ofWait(seconds).word)).toEqual(['No figure', 'Fine', 'Too long']);
    expect([null, 59, 60].map((seconds) => ofLag(seconds).word)).toEqual(['No post was due', 'Fine', 'Too long']);
  });

  it('of the figures themselves: the newest scrape and the last answer count together', () => {
    expect(isStale({ ...well, dataAge: 60 }, 29_000)).toBe(false);
    expect(isStale({ ...well, dataAge: 60 }, 31_000)).toBe(true);
  });
});
