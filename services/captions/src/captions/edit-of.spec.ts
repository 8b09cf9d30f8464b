import { describe, expect, it } from '@jest/globals';
import { originOf, textHash } from './edit-of.ts';

const caption = 'Fresh rye bread from our oven, every morning from seven until the shelves are empty.';
const written = [
  { id: 'newer', style: 'casual' as const, caption: 'A cake for Sunday, with too many cherries.', variants: [] },
  {
    id: 'older',
    style: 'artistic' as const,
    caption,
    variants: [{ platform: 'twitter' as const, caption: 'Rye bread. Seven. Be quick.' }],
  },
];
const origin = (posted: string, platform: 'instagram' | 'twitter' = 'instagram') => originOf(posted, platform, written);

describe('originOf', () => {
  it.each([
    ['a shorter text', 'Fresh rye bread from our oven, every morning.'],
    ['another ending', caption.replace('until the shelves are empty', 'on, come by')],
    ['another word', caption.replace('Fresh', 'Warm')],
    ['more', `${caption} Ask for the heel!`],
  ])('finds what was changed: %s', (_, posted) => {
    expect(origin(`${posted}\n\n#bread`)).toEqual({
      ...{ id: 'older', style: 'artistic', before: caption, after: posted, isChanged: true },
    });
  });

  it.each([
    ['posted as it was written', caption],
    ['with other hashtags and line breaks', `${caption.replace('oven, ', 'oven,\n')}\n\n#one #two`],
  ])('finds what nobody changed: %s', (_, posted) => {
    expect(origin(posted)).toMatchObject({ id: 'older', style: 'artistic', isChanged: false });
  });

  it.each([
    ['their own words', 'We are closed on Monday, see you on Tuesday.'],
    ['a short text with two words of a caption', 'Open for Sunday lunch.'],
    ['nothing but hashtags', '#bread #rye'],
    ['nothing', ''],
  ])('finds nothing: %s', (_, posted) => {
    expect(origin(posted)).toBeNull();
  });

  it('takes a hashtag within a sentence for a word of it', () => {
    const tagged = caption.replace('rye bread', '#ryebread');
    const invited = 'Come to #HarborYoga on Friday, we roll out the mats at seven.';
    const one = {
      id: 'yoga',
      style: null,
      caption: 'Come to HarborYoga on Friday, we roll out the mats at seven.',
      variants: [],
    };
    expect(origin(`${tagged}\n\n#bread`)).toMatchObject({ before: caption, after: tagged, isChanged: true });
    expect(originOf(`${invited} #yoga`, 'instagram', [one])).toMatchObject({ after: invited, isChanged: false });
    expect(originOf(one.caption, 'instagram', [{ ...one, caption: invited }])).toMatchObject({ isChanged: false });
    expect(textHash(`${invited}\n#yoga`)).toBe(textHash(one.caption));
    expect(textHash(invited.replace('#', 'the '))).not.toBe(textHash(one.caption));
  });

  it('finds of a caption and its shorter form the one that has more in common', () => {
    const shorter = { id: 'shorter', style: null, caption: 'Fresh rye bread from our oven.', variants: [] };
    const both = [shorter, ...written];
    const id = (text: string) => originOf(text, 'instagram', both)?.id;
    expect(id(caption.replace('until the shelves are empty', 'on, come by'))).toBe('older');
    expect(id('Fresh rye bread from our old oven.')).toBe('shorter');
  });

  it('compares with the texts of all platforms where none is named', () => {
    expect(originOf('Rye bread. Seven. Be quick.', undefined, written)).toMatchObject({ isChanged: false });
  });

  it('compares with the text of the platform', () => {
    expect(origin('Rye bread. Seven. Be quick.', 'twitter')).toMatchObject({ isChanged: false });
    expect(origin('Rye bread. Seven. Be very quick.', 'twitter')).toMatchObject({
      before: 'Rye bread. Seven. Be quick.',
    });
    expect(originOf('Rye bread!', 'twitter', [])).toBeNull();
  });

  it('compares the beginning of a long text', () => {
    const before = 'We opened at six today. '.repeat(300);
    expect(origin(`${before}${caption}`)).toBeNull();
    expect(origin(`${caption} ${before}`)).toMatchObject({ id: 'older' });
  });

  it('keeps the beginning of a long text', () => {
    const long = `${caption} ${'🥖 more '.repeat(500)}`;
    expect([...(origin(long)?.after ?? '')]).toHaveLength(1_000);
  });
});
