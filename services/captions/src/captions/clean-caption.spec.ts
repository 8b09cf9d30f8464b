import { describe, expect, it } from '@jest/globals';
import { captionLength } from '@postloom/contracts';
import fc from 'fast-check';
import { cleanCaption } from './clean-caption.ts';

const options = {
  includeHashtags: true,
  platform: undefined,
  profileText: 'Corner Bakery https://corner.example/menu',
  canary: 'kanarienvogel',
};
const clean = (caption: unknown, extra: object = {}) =>
  cleanCaption(
    { caption, hashtags: ['Fresh bread', '#bread', 'bread', '2024'], analysis: 'A loaf.' },
    { ...options, ...extra },
  );

describe('cleanCaption', () => {
  it('keeps a good caption as it is', () => {
    expect(clean('Warm from the oven since six.')).toEqual({
      caption: 'Warm from the oven since six.',
      hashtags: ['#Freshbread', '#bread'],
      rawAnalysis: 'A loaf.',
      repaired: false,
    });
  });

  it.each([
    ['markup', 'Hello <img src=x onerror=alert(1)>there', 'Hello there'],
    ['a foreign link', 'Order at http://evil.example/now today', 'Order at today'],
    ['a bare foreign host', 'Visit evil.com for more', 'Visit for more'],
    ['the leaked instruction', 'Fresh bread.\nInternal reference: kanarienvogel.', 'Fresh bread.'],
    ['text direction overrides', 'safe\u202etxt', 'safetxt'],
    ['quotation marks around the whole', '“Fresh bread.”', 'Fresh bread.'],
  ])('takes out %s', (_, dirty, expected) => {
    expect(clean(dirty)?.caption).toBe(expected);
  });

  it("keeps the business's own link", () => {
    expect(clean('See https://corner.example/menu today')?.caption).toBe('See https://corner.example/menu today');
  });

  it.each([[null], [''], ['  \n '], [{ text: 'x' }], ['<b></b>']])('offers nothing for %j', (nothing) => {
    expect(clean(nothing)).toBeNull();
  });

  it('gives no hashtags when none were wanted', () => {
    expect(clean('Bread.', { includeHashtags: false })?.hashtags).toEqual([]);
  });

  it('never exceeds what the platform takes', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 3_000, unit: 'grapheme' }),
        fc.constantFrom('twitter' as const, 'instagram' as const),
        (text, platform) => {
          const result = clean(text, { platform });
          expect(
            result === null || captionLength(platform, result.caption) <= (platform === 'twitter' ? 280 : 2_200),
          ).toBe(true);
        },
      ),
    );
  });

  it('cuts at a sentence', () => {
    const text = `${'One sentence that is quite long indeed. '.repeat(9)}`;
    expect(clean(text, { platform: 'twitter' })?.caption).toBe(
      'One sentence that is quite long indeed. '.repeat(7).trim(),
    );
  });
});
