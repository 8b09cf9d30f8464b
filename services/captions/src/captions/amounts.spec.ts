import { describe, expect, it } from '@jest/globals';
import { amountsIn } from './amounts.ts';

const readingsOf = (text: string) => amountsIn(text).flatMap(({ readings }) => readings);
/** The words with which a text is not read as it should be. */
const misread = (words: string, textOf: (word: string) => string, expected: readonly string[]) =>
  words.split(', ').filter((word) => JSON.stringify(readingsOf(textOf(word))) !== JSON.stringify(expected));

const codes =
  'usd, eur, gbp, chf, jpy, cad, aud, nzd, cny, rmb, krw, inr, brl, mxn, clp, aed, sar, qar, kwd, bhd, omr, jod, egp, pln, czk, huf, dkk, nok';

describe('an amount', () => {
  it.each([
    ['codes', codes],
    ['signs', '$, €, £, ¥, ₹, ₩, ₽, ₺'],
    [
      'English',
      'dollar, dollars, euro, euros, pound, pounds, bucks, quid, cent, cents, pence, rupee, rupees, rs, rs., yen, yens, yuan, zloty, dirham, dirhams, dinar, dinars, riyal, riyals, rial, rials',
    ],
    ['German', 'Rappen, Franken, Rupien, Kronen'],
    [
      'Spanish',
      'dólar, dólares, céntimo, céntimos, centavo, centavos, franco, francos, soles, peso, pesos, reales, rupias, dinares, riales',
    ],
    ['French', 'livre, livres, centime, centimes, franc, francs, roupies'],
    ['other languages', 'reais, zł, kr, kroner, kronor'],
    ['Japanese', '円, 원, 元, ドル, ユーロ'],
    ['Arabic', 'ريال, درهم, دراهم, جنيه, دينار, دنانير, دولار, يورو, ليرة, ر.س, د.إ, د. إ, د.م, ر.ق, د.ك, ج.م'],
  ])('is in any currency behind the number: %s', (_, words) => {
    expect(misread(words, (word) => `5 ${word}`, ['5'])).toEqual([]);
  });

  it('is in any currency before the number', () => {
    expect(misread(`${codes}, $, €, £, rs, rs., s/, s/., sfr, sfr.`, (word) => `${word} 5`, ['5'])).toEqual([]);
  });

  it('is a share in any language', () => {
    const words =
      '%, percent, per cent, Prozent, por ciento, pour cent, pourcent, パーセント, بالمئة, بالمائة, بالمية, في المئة, المئة';
    expect(misread(words, (word) => `20 ${word}`, ['20%'])).toEqual([]);
    expect([readingsOf('%20'), readingsOf('2割')]).toEqual([['20%'], ['20%']]);
  });

  it('is multiplied by the word behind its number', () => {
    const products = ['2百円', '2千円', '2万円', '2百万円', '2億円', '2k €', '2 million dollars']
      .map(readingsOf)
      .flat();
    expect(products).toEqual(['200', '2000', '20000', '2000000', '200000000', '2000', '2000000']);
    expect(misread('thousand, tausend, mil, mille, ألف, آلاف', (word) => `2 ${word} €`, ['2000'])).toEqual([]);
  });

  it.each([
    ['behind it', 'off, sale, dto, discount, reduction, réduction, Rabatt, Nachlass, ermäßigt, reduziert'],
    ['behind it', 'descuento, rebaja, remise, rabais, 引き, オフ, خصم, تخفيض, تنزيل'],
  ])('of 50 %% is half the price with a word for a discount %s: %s', (_, words) => {
    expect(misread(words, (word) => `50 % ${word}`, ['50%', 'half price'])).toEqual([]);
    expect(misread(words, (word) => `${word} 50 %`, ['50%', 'half price'])).toEqual([]);
  });

  it.each([['オフィス', '引っ越し', 'office', 'sales']])('of 50 %% is none with %s', (word) => {
    expect(readingsOf(`50 % ${word}`)).toEqual(['50%']);
  });

  it('is half the price in words', () => {
    const words =
      'half price, half-price, half the price, 1/2 price, ½ price, halber Preis, halben Preis, halbe Preis, mitad de precio, mitad del precio, moitié prix, moitié-prix, 半額, نصف السعر, نصف الثمن';
    expect(misread(words, (word) => word, ['half price'])).toEqual([]);
  });
});
