import { describe, expect, it } from '@jest/globals';
import { problemsOf } from './checks.ts';
import type { Answered, Asked } from './checks.ts';

const asked: Asked = {
  ...{ language: 'English', platform: 'instagram', includeHashtags: true, business: 'Corner Bakery' },
  told: 'Corner Bakery\nBaking since 1904 in Lisbon. A rye loaf is 4.50 €, see corner.example/menu, ask Ana.',
  earlier: ['The oven at Corner Bakery is warm and the first loaves are on the shelf for you now.'],
  voice: { bannedWords: ['Delicious', 'must have', '最高'], emojis: 'none' },
};
const good: Answered = { caption: 'A slow morning at Corner Bakery, and the loaves are out.', hashtags: ['#bread'] };
const wrong = (answer: Partial<Answered>, other: Partial<Asked> = {}) =>
  problemsOf({ ...good, ...answer }, { ...asked, ...other });

describe('problemsOf', () => {
  it('finds none in good captions', () => {
    expect(wrong({})).toEqual([]);
    const own =
      'Baking at Corner Bakery since 1904: the rye loaf is 4.50 €, see corner.example/menu. With love by Ana.';
    expect(wrong({ caption: own })).toEqual([]);
    expect(wrong({ hashtags: [] }, { includeHashtags: false })).toEqual([]);
    const lively: Asked['voice'] = { bannedWords: [], emojis: 'some' };
    expect(wrong({ caption: `${good.caption} 🥖` }, { voice: lively })).toEqual([]);
    expect(wrong({ caption: `${good.caption} Deliciously warm.` })).toEqual([]);
  });

  it.each([
    ['empty', { caption: '  ok ' }],
    ['length', { caption: `At Corner Bakery we are ${'very '.repeat(600)}happy for you.` }],
    ['hashtags', { hashtags: [] }],
    ['hashtags', { hashtags: ['#a', '#b', '#c', '#d', '#e', '#f'] }],
    ['hashtags', { hashtags: ['#bread', '#Bread'] }],
    ['language', { caption: 'Ein ruhiger Morgen bei Corner Bakery, und die Brote sind da.' }],
    ['link', { caption: `${good.caption} See evil.com for the rest.` }],
    ['link', { caption: `${good.caption} Thanks to @somebody for this.` }],
    ['number', { caption: `${good.caption} All for 9.99.` }],
    ['number', { caption: `${good.caption} Come on May 12.` }],
    ['number', { caption: `${good.caption} Only until １２.` }],
    ['name', { caption: `${good.caption} Baked by Antonio for you.` }],
    ['wish', { caption: 'A slow morning here, and the loaves are out for you.' }],
    ['repeat', { caption: 'Oh: is warm and the first loaves are on the shelf for you at Corner Bakery.' }],
    ['repeat', { caption: 'Corner Bakery: the oven is warm and the first loaves are on the shelf for you.' }],
    ['markup', { caption: `${good.caption} <b>Now</b> for you.` }],
    ['markup', { caption: `**New** ${good.caption}` }],
    ['banned', { caption: `${good.caption} All of it delicious.` }],
    ['banned', { caption: `${good.caption} A must-have.` }],
    ['banned', { caption: `${good.caption} 最高です。` }],
    ['banned', { hashtags: ['#Delicious'] }],
    ['emoji', { caption: `${good.caption} 🥖` }],
    ['gap', { caption: 'A slow morning at Corner Bakery , and the loaves are out.' }],
    ['gap', { caption: `${good.caption}\n Come by.` }],
  ] as const)('finds: %s', (problem, answer) => {
    expect(wrong(answer)).toContain(problem);
  });

  it('lets a caption end as another one did', () => {
    const caption = 'Outside of Corner Bakery it rains, and the first loaves are on the shelf for you now.';
    expect(
      wrong({ caption: `Today we tried something with rye, and it took four of us to carry. ${caption}` }),
    ).toEqual([]);
  });

  it('finds hashtags nobody asked for, and a repetition in a language without spaces', () => {
    expect(wrong({}, { includeHashtags: false })).toEqual(['hashtags']);
    const earlier = ['焼きたてのパンが今朝も窯から出てきて、棚の上に並びました。'];
    const caption = `Corner Bakeryより、${earlier[0] ?? ''}`;
    expect(wrong({ caption }, { language: 'Japanese', earlier })).toEqual(['repeat']);
    expect(wrong({ caption }, { language: 'Japanese', earlier: [] })).toEqual([]);
  });
});
