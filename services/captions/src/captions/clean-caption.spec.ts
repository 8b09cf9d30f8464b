import { describe, expect, it } from '@jest/globals';
import { captionLength } from '@postloom/contracts';
import { threadCost } from '@postloom/testing';
import fc from 'fast-check';
import { cleanCaption } from './clean-caption.ts';
import { leaks } from './leaks.ts';

const options = {
  includeHashtags: true,
  platform: undefined,
  profileText: 'Corner Bakery https://corner.example/menu',
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
    ['a foreign address in brackets', 'Order (at http://evil.example/now) today', 'Order (at ) today'],
    ['two addresses in one word', 'a)http://evil.com)www.evil.com b', 'a)) b'],
    ['a tag within a tag', 'Hello <<b>img src=x>there', 'Hello img src=x>there'],
    ['a tag without an end', 'Hello <script there', 'Hello script there'],
    ['text direction overrides', 'safe\u202etxt', 'safetxt'],
    ['quotation marks around the whole', '“Fresh bread.”', 'Fresh bread.'],
  ])('takes out %s', (_, dirty, expected) => {
    expect(clean(dirty)?.caption).toBe(expected);
  });

  it("keeps the business's own link", () => {
    expect(clean('See https://corner.example/menu today')?.caption).toBe('See https://corner.example/menu today');
  });

  it("keeps the business's own link before a full stop", () => {
    expect(clean('See https://corner.example/menu.')?.caption).toBe('See https://corner.example/menu.');
  });

  it.each([
    [JSON.stringify({ caption: 'Fresh bread.', hashtags: [], analysis: '' })],
    ['```json\n{"caption": "Fresh bread."}\n```'],
    ['Here it is: { "caption" : "Fresh bread.", "hashtags": ["a'],
    ['["Fresh bread."]'],
    ['{"text":"Fresh bread."}'],
  ])('refuses JSON within the JSON: %s', (caption) => {
    expect(clean(caption)).toBeNull();
  });

  it.each([['[Spring] menu: "fresh" bread'], ['{fresh} bread'], ['2026']])('takes %s for what it is', (caption) => {
    expect(clean(caption)?.caption).toBe(caption);
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

  it('shortens to a beginning of the text and breaks no character', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 250, maxLength: 1_500, unit: 'grapheme' }), (text) => {
        const whole = clean(text, { platform: 'facebook' })?.caption ?? '';
        const short = clean(text, { platform: 'twitter' })?.caption ?? '';
        expect(whole.startsWith(short)).toBe(true);
        const ends = Array.from(new Intl.Segmenter('en').segment(whole), ({ index }) => index);
        expect([...ends, whole.length]).toContain(short.length);
      }),
    );
  });

  it('cuts at a word when no sentence fits, and at a character when no word does', () => {
    expect(clean('word '.repeat(100), { platform: 'twitter' })?.caption).toBe('word '.repeat(56).trim());
    expect(clean('👩‍👩‍👧‍👦'.repeat(200), { platform: 'twitter' })?.caption).toBe('👩‍👩‍👧‍👦'.repeat(140));
  });

  it.each([
    ['words', 'word '],
    ['one word', 'a'],
    ['sentences', 'Fresh. '],
    ['addresses', 'http://evil.com '],
    ['addresses without spaces', 'www.)'],
    ['host names', 'a.'],
    ['hyphens', 'a-'],
    ['tags', '<a'],
    ['line breaks', ' \n'],
    ['quotation marks', '“'],
    ['brackets', '['],
    ['emoji', '👩‍👩‍👧‍👦'],
    ['combining signs', '\u0301'],
  ])('takes at most in proportion longer for 64 kB of %s', (_, piece) => {
    const costOf = (length: number): number => {
      const text = piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
      const raw = { caption: text, hashtags: [text, ...text.slice(0, length / 8)], analysis: text };
      return threadCost(() => {
        leaks(raw, ['a key of some length']);
        for (const platform of ['twitter', 'instagram', 'facebook', undefined] as const) {
          cleanCaption(raw, { ...options, platform, profileText: 'b'.repeat(10_000) });
        }
      }, 2);
    };
    const whole = costOf(64_000);
    // Measured 1.4 to 2.8, for much does not grow with it; a quadratic step takes sixteen times as long.
    expect(whole / costOf(16_000)).toBeLessThan(6);
    // Measured 4 to 50; what an AI answers may not hold up the thread.
    expect(whole).toBeLessThan(400);
  });

  it('cuts at a sentence', () => {
    const text = `${'One sentence that is quite long indeed. '.repeat(9)}`;
    expect(clean(text, { platform: 'twitter' })?.caption).toBe(
      'One sentence that is quite long indeed. '.repeat(7).trim(),
    );
  });
});
