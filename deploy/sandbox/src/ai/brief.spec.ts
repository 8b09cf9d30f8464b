import { describe, expect, it } from '@jest/globals';
import { readBrief } from './brief.ts';

describe('reading a prompt', () => {
  it.each([
    ['Business name: Marlow Bakehouse\nIndustry: food', 'Marlow Bakehouse'],
    ['Business: "Iron & Ink" (tattoo studio)', 'Iron & Ink'],
    ['{"businessName":"Harbour Street Café","tone":"luxury"}', 'Harbour Street Café'],
    ['Write a caption for Juniper Yoga Studio, a studio in Leeds.', 'Juniper Yoga Studio'],
    ['You write for the business "Corner Deli".', 'Corner Deli'],
    ['Write a caption for Instagram.', null],
  ])('finds the business in %s', (prompt, business) => {
    expect(readBrief(prompt).business).toBe(business);
  });

  it.each([
    ['Use 3-5 hashtags', 5],
    ['Include up to 4 relevant hashtags', 4],
    ['Do not include hashtags.', 0],
    ['hashtags: none', 0],
    ['"includeHashtags": false', 0],
    ['Write something nice', 5],
  ])('counts the hashtags of %s', (prompt, hashtags) => {
    expect(readBrief(prompt).hashtags).toBe(hashtags);
  });

  it('reads style before tone, and the longest length', () => {
    expect(readBrief('Tone: professional. Style: promotional. At most 280 characters.')).toMatchObject({
      tone: 'promotional',
      longest: 280,
    });
    expect(readBrief('Tone: luxury').tone).toBe('luxury');
  });
});
