import { describe, expect, it } from '@jest/globals';
import { deliveryOf } from '../platforms/testing/delivery.ts';
import { withinSizes } from './offered-accounts.ts';

const { tokens } = deliveryOf();
const account = (more: object = {}) => ({
  ...{ remoteId: '1', name: 'Rye', username: 'rye', avatarUrl: null, tokens, unusable: null },
  ...more,
});

describe('accounts that a platform offers', () => {
  it('stay as they are when they have the usual sizes', () => {
    const usual = account({ avatarUrl: 'https://pictures.example/1', unusable: 'Ask its owner.', scopedId: '2' });
    expect(withinSizes([usual, account()])).toEqual([usual, account()]);
  });

  it('fit into an event, whatever the platform writes', () => {
    const long = '\u{1f35e}'.repeat(50_000);
    const [cut] = withinSizes([account({ name: `x${long}`, username: long, avatarUrl: long, unusable: long })]);
    expect(JSON.stringify(cut).length).toBeLessThan(2_000);
    expect(cut).toMatchObject({ avatarUrl: null });
    expect(cut?.name.isWellFormed()).toBe(true);
  });

  it('are left out when their id is longer than any', () => {
    expect(withinSizes([account({ remoteId: '1'.repeat(501) }), account()])).toEqual([account()]);
  });

  it('are a thousand at the most', () => {
    expect(withinSizes(Array.from({ length: 5_000 }, () => account()))).toHaveLength(1_000);
  });
});
