import { describe, expect, it } from '@jest/globals';
import { CaptionVoice } from '@postloom/contracts';
import { cleanCaption } from './clean-caption.ts';
import { factsIn } from './facts.ts';

/** What may be posted of a text for a business that wrote `told`. */
const posted = (text: string, told = '') =>
  cleanCaption(
    { caption: text },
    { includeHashtags: false, platform: undefined, profileText: told, voice: CaptionVoice.parse({}) },
  )?.caption;

/** What nobody told the model, and a sentence that promises nothing, by language. */
const invented: Readonly<Record<string, readonly [plain: string, ...promises: string[]]>> = {
  English: [
    'Fresh bread all day.',
    ...['Now 20 per cent off.', 'A 20-percent discount.', 'Half price today!', 'All at ½ price!', 'Only 5 dirhams.'],
    ...['Only Rs. 500 a loaf.', 'Only 500 rs a loaf.', 'Until 12/24.', 'Until Dec. 24!', 'Party on May the 13th!'],
    ...['Only USD5 a loaf.', 'Only ₺50 a loaf.'],
  ],
  German: [
    'Frisches Brot, den ganzen Tag.',
    ...['Nur 5 Franken.', 'Für 5,- €.', '20-Prozent-Rabatt!', 'Jetzt zum halben Preis!', 'Bis 24.12.!', 'Bis 3.Mai!'],
    ...['Nur 90 Rappen.', 'Nur 5.– CHF.'],
  ],
  Spanish: [
    'Pan recién hecho todo el día.',
    ...['Un 20 por ciento menos.', 'Solo S/ 20.', 'Solo 20 soles.', 'A mitad de precio hoy.', 'Hasta el 1º de mayo.'],
    ...['Solo 20 mil pesos.', 'Hasta el 24/12.'],
  ],
  French: [
    'Du pain frais toute la journée.',
    ...[
      'Remise de 20 pour cent.',
      'Seulement 5 francs.',
      'Tout à moitié prix.',
      'Le 15 août, venez !',
      'Avant le 24/12.',
    ],
  ],
  Japanese: [
    '焼きたてのパンです。',
    ...['全品２０％OFF。', '全品20％オフ。', '￥980。', '９８０円。', '本日半額。', '２割引です。', '12月24日まで。'],
    ...[
      '１２月２４日まで。',
      '十二月二十四日まで。',
      '12/24まで。',
      '2026/12/24まで。',
      '20パーセント引き。',
      '1万円です。',
    ],
    ...['電話は０３－１２３４－５６７８。'],
  ],
  Arabic: [
    'خبز طازج طوال اليوم.',
    ...['خصم 50 بالمئة.', 'خصم ٥٠ في المئة.', 'خصم ٪٥٠.', 'فقط 20 ريال.', 'فقط ٢٠ درهمًا.', 'فقط 20 جنيه.'],
    ...['فقط 20 ألف دينار.', 'فقط 20 ر.س!', 'نصف السعر اليوم.', 'حتى 15 مايو.', 'حتى ١٥ مايو.', 'حتى 24 كانون الأول.'],
  ],
};

describe('a price, a discount and a day that nobody told', () => {
  it.each(Object.entries(invented))('are left out in %s', (_, [plain, ...promises]) => {
    expect(promises.filter((promise) => posted(`${plain} ${promise}`) !== plain)).toEqual([]);
  });

  it.each(Object.entries(invented))('stay in %s when the profile has them', (_, [plain, ...promises]) => {
    const whole = promises.map((promise) => `${plain} ${promise}`.normalize('NFC'));
    expect(whole.filter((text) => posted(text, text) !== text)).toEqual([]);
  });
});

describe('a caption', () => {
  it.each([
    ['We are closed on 5 December.', 'Born on 12 May'],
    ['Geschlossen am 5. Dezember.', 'Geboren am 12. Mai'],
    ['12月5日は休みです。', '5月12日'],
    ['Until 2026-12-05!', 'Until 2026-05-12'],
    ['Solo 20 mil pesos.', 'Pan: 20 pesos'],
    ['Solo $20 mil.', 'Pan: $20'],
    ['Only $20k!', 'Bread: $20'],
    ['Nur 20 tausend Euro.', 'Brot: 20 Euro'],
    ['2万円です。', '2円'],
    ['3万5千円です。', '1万5千円, 5千円'],
    ['فقط 20 ألف دينار.', 'خبز: 20 دينار'],
    ['Half price today!', 'Our bread is 50 % rye'],
    ['Half price today!', 'Our bread is 50 % rye, 10 % discount for students'],
    ['Heute zum halben Preis!', 'Mischbrot mit 50 % Roggen'],
    ['本日半額。', '全粒粉50%'],
  ])('does not say %s for a business that wrote %s', (invention, profile) => {
    expect(posted(`♥♥♥! ${invention}`, profile)).toBe('♥♥♥!');
  });

  it.each([
    ['A party on 12 May.', 'Market: 12/5'],
    ['A party on May 12.', 'Market: 5/12'],
    ['A party on 12/5.', 'Market on May 12'],
    ['Only 20,000 pesos.', 'Pan: 20 mil pesos'],
    ['Only $20,000.', 'Car wash for $20k'],
    ['15,000円です。', '1万5千円'],
    ['Only €5 mille-feuilles.', 'Mille-feuille 5 €'],
    ['Half price today!', 'On Mondays 50 % off'],
    ['Now 50% off!', 'Half price on Mondays'],
    ['本日半額。', '月曜日5割引'],
    ['Tout à moitié prix.', 'Remise de 50 % le lundi'],
    ['A mitad de precio hoy.', '50 % de descuento'],
    ['نصف السعر اليوم.', 'خصم يصل إلى 50%'],
  ])('says %s for a business that wrote %s', (sentence, profile) => {
    expect(posted(`♥♥♥! ${sentence}`, profile)).toBe(`♥♥♥! ${sentence}`);
  });
});

describe('factsIn', () => {
  it.each([
    ['20%', ['２０％', '20 Prozent', '20 por ciento', '20 pour cent', '2割', '٢٠٪', '20 بالمئة']],
    [
      'half price',
      [
        ...['half price', 'zum halben Preis', 'mitad de precio', 'moitié prix', '半額', 'نصف السعر', '50 % off'],
        ...['50 % Rabatt', '50 % de descuento', 'remise de 50 %', '50％オフ', '5割引', 'خصم 50 بالمئة'],
      ],
    ],
    ['1200', ['¥1,200', '１２００円', '1.200 €', '$1,200.00', '١٬٢٠٠ ريال', '1.2k €', '1,2 tausend Euro']],
    ['20000', ['20 mil pesos', '$20 mil', '2万円', '20 mille euros', '20 thousand dollars', '20 ألف دينار']],
    [
      '5 12',
      [
        ...['12 May', 'May 12th', '12. Mai', '12 de mayo', '12 mai', '5月12日', '12 مايو', '١٢ أيار', 'until 12/5'],
        ...['12.5.', 'bis 12/5', 'el 12/5', 'le 12/5', '12/5まで', '12/5（土）', 'حتى ١٢/٥', 'Friday, 5/12', '📅 5/12'],
      ],
    ],
    ['5 12 2026', ['12.05.2026', '2026-05-12', '2026/5/12']],
  ])('takes %s for the same in every spelling', (fact, spellings) => {
    expect(spellings.filter((spelling) => !factsIn(spelling).some(({ readings }) => readings.includes(fact)))).toEqual(
      [],
    );
  });

  it('keeps the places of a text in which signs are longer than what they stand for', () => {
    const text = '㌔ ½ ﬁ 👩‍🍳 全品２０％オフ';
    const [{ start, end } = { start: 0, end: 0 }] = factsIn(text);
    expect(text.slice(start, end)).toBe('２０％');
  });

  it.each([
    ['24/7 for you, 24/24 et 7/7, half a cup or 1/2 of it, 3/4 full, 5/5 stars, 9/10 of us, 80/20 beef.'],
    ['100% rye, 100 パーセント, 10割そば, since 1904, for 3 to 5 people, at 6 pm, 12.5 cm, 2元気, 5ドルチェ.'],
    ['Add 1/8 teaspoon, 5/8 inch wide, in 4/4 time, 1/6 of it, 3/10 of us, 1/5 der Menge, 2/5 de taza, 1/3に切る.'],
    ['In the hours 5 to 6 we may bake 3 soulful loaves for 7 krakens; half of the price is love.'],
    ['4月は毎日3種類、1日中。 من 6 إلى 8 صباحًا، 3 أنواع.'],
    ['Von 6-22 Uhr, Fr 18 Uhr, Zimmer 3.'],
  ])('finds none in %s', (text) => {
    expect(factsIn(text).map(({ start, end }) => text.slice(start, end))).toEqual([]);
  });
});
