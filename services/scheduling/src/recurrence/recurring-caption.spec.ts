import { describe, expect, it } from '@jest/globals';
import { captionLength, hashtagsOf, Platform, platformRules } from '@postloom/contracts';
import fc from 'fast-check';
import { captionsFor, withHashtags } from './recurring-caption.ts';

describe('the caption of a recurring post', () => {
  it('end with the hashtags after a blank line, each with one #', () => {
    expect(withHashtags({ caption: 'Warm bread.', hashtags: ['bread', '##oven', ' #rye ', ''] })).toBe(
      'Warm bread.\n\n#bread #oven #rye',
    );
    expect(withHashtags({ caption: 'Warm bread.', hashtags: [] })).toBe('Warm bread.');
  });

  it('are the same everywhere when they fit everywhere', () => {
    expect(captionsFor(['instagram', 'twitter'], { caption: 'Warm bread.', hashtags: ['bread'] })).toEqual({
      caption: 'Warm bread.\n\n#bread',
      captionByPlatform: null,
    });
  });

  it('lose hashtags first and words only then, where a platform takes less', () => {
    const hashtags = ['one', 'two', 'three', 'four', 'five', 'six'];
    const { captionByPlatform } = captionsFor(['instagram', 'facebook'], { caption: 'Six tags', hashtags });
    expect(captionByPlatform).toEqual({ instagram: 'Six tags\n\n#one #two #three #four #five' });
    const long = { caption: 'bread '.repeat(60).trim(), hashtags: ['bread'] };
    const cut = captionsFor(['twitter'], long).captionByPlatform?.twitter ?? '';
    expect(cut).toMatch(/^(bread )+bread…$/);
    expect(captionLength('twitter', cut)).toBeGreaterThan(270);
  });

  it('count the hashtags and mentions that stand in the text', () => {
    const text = { caption: '#warm #fresh #rye bread', hashtags: ['one', 'two', 'three', 'four'] };
    expect(captionsFor(['instagram'], text).captionByPlatform).toEqual({
      instagram: '#warm #fresh #rye bread\n\n#one #two',
    });
  });

  it('fit every platform they go to, and are never empty', () => {
    const words = fc.record({
      caption: fc.oneof(
        fc.string({ minLength: 1, maxLength: 4000, unit: 'grapheme' }).filter((text) => text.trim() !== ''),
        fc.lorem({ maxCount: 400 }),
      ),
      hashtags: fc.array(fc.stringMatching(/^#?[a-z]{1,20}$/), { maxLength: 12 }),
    });
    fc.assert(
      fc.property(
        words,
        fc.uniqueArray(fc.constantFrom(...Platform.options), { minLength: 1 }),
        (written, platforms) => {
          const { caption, captionByPlatform } = captionsFor(platforms, written);
          for (const platform of platforms) {
            const text = captionByPlatform?.[platform] ?? caption;
            expect(text.trim()).not.toBe('');
            expect(captionLength(platform, text)).toBeLessThanOrEqual(platformRules[platform].captionLimit);
            expect(hashtagsOf(text).length).toBeLessThanOrEqual(platformRules[platform].hashtagLimit ?? Infinity);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});
