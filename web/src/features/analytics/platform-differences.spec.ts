import { describe, expect, it } from 'vitest';
import { platformRules, platforms } from '#lib/contract-data.ts';
import { differencesOf } from './platform-differences.ts';

describe('how the rate of a platform differs', () => {
  it('is said of every platform, in what it does not tell', () => {
    expect(Object.fromEntries(platforms.map((platform) => [platform, differencesOf(platformRules[platform])]))).toEqual(
      {
        instagram: [],
        facebook: ['Facebook does not tell saves, so its rate is without them.'],
        twitter: ['X does not tell how many people a post reached, so its rate counts views.'],
        linkedin: ['LinkedIn does not tell saves, so its rate is without them.'],
        tiktok: [
          'TikTok does not tell how many people a post reached, so its rate counts views.',
          'TikTok does not tell saves, so its rate is without them.',
        ],
      },
    );
  });

  it('is not said of a figure that the rate does not count', () => {
    expect(differencesOf({ name: 'A platform', figures: ['reach', 'likes', 'comments', 'shares', 'saves'] })).toEqual(
      [],
    );
  });

  it('names all that are missing in one sentence', () => {
    expect(differencesOf({ name: 'A platform', figures: ['reach', 'likes'] })).toEqual([
      'A platform does not tell comments, shares, or saves, so its rate is without them.',
    ]);
  });
});
