import { describe, expect, it } from '@jest/globals';
import { captionLength, CaptionVoice } from '@postloom/contracts';
import { threadCost } from '@postloom/testing';
import fc from 'fast-check';
import { cleanCaption } from './clean-caption.ts';
import { leaks } from './leaks.ts';

const options = {
  includeHashtags: true,
  platform: undefined,
  profileText:
    'Corner Bakery https://corner.example/menu, rye 4,50 €, open day on 12 May, call 030 555 0123, @cornerbakery on Instagram, @corner.bakery.berlin, hello@corner.de, info@corner.example',
  voice: CaptionVoice.parse({}),
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
    [
      'separators of lines and paragraphs',
      'Fresh bread.\u2028Come by.\u2029\u2029Soon.',
      'Fresh bread.\nCome by.\n\nSoon.',
    ],
    ['text direction overrides', 'safe\u202etxt', 'safetxt'],
    ['quotation marks around the whole', '“Fresh bread.”', 'Fresh bread.'],
    ['an address with an unusual ending', 'Visit evil.pizza for more', 'Visit for more'],
    ["another page of the business's site", 'See https://corner.example/steal today', 'See today'],
    ["an address that the business's is a part of", 'See corner.example.evil.com today', 'See today'],
    ['an address in Markdown', 'See [our menu](https://evil.com/now) today', 'See our menu today'],
    ['an address spelled for people', 'See evil[.]com or evil (dot) com today', 'See or today'],
    ['an address parted by invisible signs', 'See evil\u200b.\u2060com today', 'See today'],
    ['an address with a dot of another script', 'See evil。com today', 'See today'],
    ['code instead of an address', 'See javascript:steal today', 'See today'],
    ['an e-mail address', 'Write to me@evil.com today', 'Write to today'],
    ['an e-mail address of any country', 'Write to claim@prize.de today', 'Write to today'],
    ['an e-mail address in brackets', 'Write (claim.it+now@mail.prize.ru) today', 'Write () today'],
    ['an e-mail address in Japanese', '賞品はclaim@prize.deまで。どうぞ。', '賞品はまで。どうぞ。'],
    ['an e-mail address of a stranger at the own host', 'Write to boss@corner.example today', 'Write to today'],
    ['a spelled address of any country', 'See evil(dot)ru or bit[.]ly/x or evil {.} co today', 'See or or today'],
    [
      'a spelled address in other languages',
      'See evil (punkt) de evil [punto] es evil (point) fr evil（ドット）jp evil punto com evilドットcom',
      'See',
    ],
    ['a mention of a stranger', 'Ask @evil_shop today', 'Ask today'],
    ['bold type in Markdown', '**Fresh** bread', 'Fresh bread'],
    ['a heading', '# Fresh bread', 'Fresh bread'],
    ['a price of its own', 'Fresh bread. Only $5 a loaf! Come by.', 'Fresh bread. Come by.'],
    ['a price after its number', 'Fresh bread. A loaf is 3.20 euros. Come by.', 'Fresh bread. Come by.'],
    ['a discount of its own', 'Fresh bread. Now 20% off. Come by.', 'Fresh bread. Come by.'],
    ['a date of its own', 'Fresh bread. Party on May 13th! Come by.', 'Fresh bread. Come by.'],
    ['a date in figures', 'Fresh bread. Fest am 13.05.2026! Come by.', 'Fresh bread. Come by.'],
    ['a telephone number of its own', 'Fresh bread. Call +1 555 010 9999. Come by.', 'Fresh bread. Come by.'],
    ['a date with a full stop', 'Frisches Brot. Fest am 3. Mai! Komm vorbei.', 'Frisches Brot. Komm vorbei.'],
    ['a telephone number above figures', 'Fresh bread.\nCall 555 010 9999\n24 hours.', 'Fresh bread.\n24 hours.'],
  ])('takes out %s', (_, dirty, expected) => {
    expect(clean(dirty)?.caption).toBe(expected);
  });

  it.each([
    ['Rye for 4.50 € today.'],
    ['Open day on 12 May, all welcome.'],
    ['Call 030 555 0123.'],
    ['Call 030 555 0123\n24 hours.'],
    ['Ask @cornerbakery or see corner.example.'],
    ['Made with 100% rye, 24/7, since 1904, for 3 to 5 people, at 6 pm.'],
    ['Write to hello@corner.de or info@corner.example.'],
    ['お問い合わせはhello@corner.deまで。corner.exampleもどうぞ。'],
    ['Baked by Dorothy (Dot) Miller & Co. (dot) for you, polka (dot) pattern [.] included.'],
    ['See @corner.bakery.berlin, 5 @ home, a dotcom, up to a point.'],
    ['A polka dot shop window, half of it bread.'],
    ['Isn’t it 🏴󠁧󠁢󠁥󠁮󠁧󠁿 👩‍👩‍👧‍👦 weather?'],
    ['نان تازه می‌پزیم'],
  ])('leaves alone what the profile says or nobody promises: %s', (caption) => {
    expect(clean(caption)).toMatchObject({ caption, repaired: false });
  });

  it('offers nothing when every sentence is a promise of its own', () => {
    expect(clean('Only $5 today!')).toBeNull();
  });

  it('leaves out sentences and hashtags with a banned word, also in languages without spaces', () => {
    const voice = CaptionVoice.parse({ bannedWords: ['Delicious', 'must have', '最高', 'bread'] });
    const of = (caption: string) => clean(caption, { voice })?.caption;
    expect(of('A delicious loaf. Come by.')).toBe('Come by.');
    expect(of('A must\nhave. Deliciously warm.')).toBe('A must\nhave. Deliciously warm.');
    expect(of('The must have! Come by.')).toBe('Come by.');
    expect(of('これは最高です。どうぞ。')).toBe('どうぞ。');
    expect(clean('Come by.', { voice })?.hashtags).toEqual(['#Freshbread']);
  });

  it('takes every sign of a banned word as it is', () => {
    const bannedWords = ['gluten-free', '1/2 price', 'C++', 'a.b', '[sic]', '$$', '{2}', 'x|y', '(new)', '^^', '\\'];
    const voice = CaptionVoice.parse({ bannedWords });
    for (const word of bannedWords) {
      expect([word, clean(`Fresh bread, ${word} today! Come by.`, { voice })?.caption]).toEqual([word, 'Come by.']);
    }
    expect(clean('Gluten free, half pricey, C, axb, sic, new.', { voice })?.caption).toBe(
      'Gluten free, half pricey, C, axb, sic, new.',
    );
  });

  it('has no emoji where none are wanted, and all signs that are none', () => {
    const voice = CaptionVoice.parse({ emojis: 'none' });
    expect(clean('Fresh 🥖 bread 👩‍🍳🏽 🇩🇪, #1 © 2026 ™', { voice })?.caption).toBe('Fresh bread, #1 © 2026 ™');
  });

  it.each([
    ['English', 'Crusty 🥖, warm 🔥 and here since dawn 🥖.', 'Crusty, warm and here since dawn.'],
    ['German', '„🥖 Brot“ 🥖 ist da 🎉, ganz warm 🔥!', '„Brot“ ist da, ganz warm!'],
    ['Spanish', '¡🥖 Pan recién hecho 🥖! ¿Vienes 😋?', '¡Pan recién hecho! ¿Vienes?'],
    // Its own space stands before these four.
    [
      'French',
      'Au four 🥖 ! « Vous venez 😋 » ? À voir 👇\u00a0: du pain 🥖.',
      'Au four ! « Vous venez » ? À voir\u00a0: du pain.',
    ],
    ['Japanese', '焼きたて🥖です 😊。どうぞ 🥖！', '焼きたてです。どうぞ！'],
    ['Arabic', 'خبز طازج 🥖، تعالوا 😊!', 'خبز طازج، تعالوا!'],
    ['lines', 'Today:\n🥖 Rye\n🥐🧈 Croissant 🧈\n\n🔥\n\nCome by 😊', 'Today:\nRye\nCroissant\n\nCome by'],
  ])('leaves no gap where an emoji stood: %s', (_, dirty, expected) => {
    const voice = CaptionVoice.parse({ emojis: 'none' });
    expect(clean(dirty, { voice })?.caption).toBe(expected);
  });

  it("gives the business's own hashtags first, and only those that fit with the caption", () => {
    const voice = CaptionVoice.parse({ hashtagSets: [{ name: 'House', tags: ['#Bread'] }] });
    expect(clean('Come by.', { voice })?.hashtags).toEqual(['#bread', '#Freshbread']);
    const almost = clean(`${'word '.repeat(53)}word.`, { platform: 'twitter' });
    expect(almost?.hashtags).toEqual([]);
    const some = clean(`${'word '.repeat(52)}w.`, { platform: 'twitter' });
    expect(some?.hashtags).toEqual(['#Freshbread']);
    expect(captionLength('twitter', `${some?.caption}\n\n${some?.hashtags.join(' ')}`)).toBeLessThanOrEqual(280);
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
    ['amounts', '1,'],
    ['digits', '1'],
    ['mentions', '@a.'],
    ['e-mail addresses', 'a@b.'],
    ['days', '1/2 '],
    ['days or parts', '5/8 '],
    ['halves', '50%'],
    ['thousands', '$1千'],
    ['words of time', 'le 5/8 '],
    ['wide digits', '１２ '],
    ['schemes', 'a:/'],
    ['spelled addresses', 'a dot '],
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
