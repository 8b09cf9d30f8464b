import { beforeAll, describe, expect, it } from 'vitest';
import { platformRules, platforms } from '#lib/contract-data.ts';
import { checkCaption, feedText } from './counters.ts';
import { xCountingLoaded } from './x-counting.ts';

beforeAll(() => xCountingLoaded);

describe('counters', () => {
  it('counts a bare address as X does, whatever it ends in', () => {
    expect(checkCaption('twitter', 'bakery.photography').length).toBe(23);
  });

  it('warn at 90 percent and block above the limit', () => {
    expect(checkCaption('twitter', 'a'.repeat(251)).level).toBe('fine');
    expect(checkCaption('twitter', 'a'.repeat(252)).level).toBe('warning');
    expect(checkCaption('twitter', 'a'.repeat(280)).problem).toBeNull();
    expect(checkCaption('twitter', 'a'.repeat(281))).toMatchObject({
      level: 'over',
      over: 'over by 1',
      problem: 'The caption is too long for X: 281 characters, 280 are allowed.',
    });
  });
  it('count as the platform counts', () => {
    expect(checkCaption('twitter', 'https://example.org/a/very/long/path/indeed').length).toBe(23);
    expect(checkCaption('twitter', '👩‍👩‍👧‍👦').length).toBe(2);
    expect(checkCaption('instagram', '🍞').length).toBe(1);
  });
  it('say by how much: in characters, or in hashtags', () => {
    expect(checkCaption('twitter', 'a'.repeat(292)).over).toBe('over by 12');
    expect(checkCaption('instagram', '#a #b #c #d #e #f').over).toBe('over by 1 hashtag');
    expect(checkCaption('instagram', '#a').over).toBeNull();
  });
  it('stop a sixth hashtag on Instagram only', () => {
    const caption = '#a #b #c #d #e #f';
    expect(checkCaption('instagram', caption).problem).toBe('Instagram takes at most 5 hashtags; there are 6.');
    expect(checkCaption('instagram', '#a #b #c #d #e').problem).toBeNull();
    expect(checkCaption('facebook', caption).problem).toBeNull();
  });
});

describe('the limits', () => {
  it('are those of each platform, in its one file, with the day on which they were checked', () => {
    expect(
      Object.fromEntries(
        platforms.map((one) => [one, [platformRules[one].captionLimit, platformRules[one].hashtagLimit]]),
      ),
    ).toEqual({
      instagram: [2200, 5],
      facebook: [63_206, null],
      twitter: [280, null],
      linkedin: [3000, null],
      tiktok: [2200, null],
    });
    for (const platform of platforms) {
      expect(platformRules[platform].checkedOn).toMatch(/^20\d\d-\d\d-\d\d$/);
    }
  });
});

describe('the preview', () => {
  it.each([
    ['instagram', 125],
    ['facebook', 477],
    ['linkedin', 210],
    ['tiktok', 100],
  ] as const)('on %s shows %i characters before “more”', (platform, cut) => {
    expect(feedText(platform, 'a'.repeat(cut))).toEqual({ text: 'a'.repeat(cut), cut: false });
    expect(feedText(platform, 'a'.repeat(cut + 1))).toEqual({ text: 'a'.repeat(cut), cut: true });
  });

  it('cuts where the feed cuts and never through an emoji', () => {
    expect(feedText('instagram', 'a'.repeat(125)).cut).toBe(false);
    const cut = feedText('instagram', '🍞'.repeat(130));
    expect(cut).toEqual({ text: '🍞'.repeat(125), cut: true });
    expect(feedText('twitter', 'a'.repeat(280)).cut).toBe(false);
  });
});
