import { describe, expect, it } from '@jest/globals';
import { daysIn, isPart } from './days.ts';

const daysOf = (text: string) =>
  daysIn(text)
    .filter((one) => !isPart(text, one))
    .flatMap(({ readings }) => readings);
/** The words with which a text is not read as it should be. */
const misread = (words: string, textOf: (word: string) => string, expected: readonly string[]) =>
  words.split(', ').filter((word) => JSON.stringify(daysOf(textOf(word))) !== JSON.stringify(expected));

const weekdays = [
  'Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday',
  'Montag, Dienstag, Mittwoch, Donnerstag, Freitag, Samstag, Sonnabend, Sonntag',
  'lunes, martes, miércoles, jueves, viernes, sábado, domingo',
  'lundi, mardi, mercredi, jeudi, vendredi, samedi, dimanche',
  'الأحد, الاحد, الإثنين, الاثنين, الثلاثاء, الأربعاء, الاربعاء, الخميس, الجمعة, السبت',
];

describe('a day', () => {
  it.each([
    [1, 'Jan, January, Januar, janvier, janv, Jänner, enero, ene, يناير, كانون الثاني, جانفي'],
    [2, 'Feb, February, Februar, février, févr, febrero, فبراير, شباط, فيفري'],
    [3, 'Mar, March, mars, marzo, Mär, März, مارس, آذار'],
    [4, 'Apr, April, avril, avr, abril, abr, أبريل, ابريل, إبريل, نيسان, أفريل'],
    [5, 'May, Mai, mayo, مايو, أيار, ماي'],
    [6, 'Jun, June, Juni, juin, junio, يونيو, يونيه, حزيران, جوان'],
    [7, 'Jul, July, Juli, juillet, juil, julio, يوليو, يوليه, تموز, جويلية'],
    [8, 'Aug, August, août, agosto, أغسطس, اغسطس, آب, أوت'],
    [9, 'Sep, Sept, September, septembre, septiembre, setiembre, سبتمبر, أيلول'],
    [10, 'Oct, Okt, October, Oktober, octobre, octubre, أكتوبر, اكتوبر, تشرين الأول'],
    [11, 'Nov, November, novembre, noviembre, نوفمبر, تشرين الثاني'],
    [12, 'Dec, Dez, December, Dezember, décembre, déc, diciembre, dic, ديسمبر, كانون الأول'],
  ])('of month %i has its name: %s', (month, names) => {
    expect(misread(names, (name) => `24 ${name}`, [`${month} 24`])).toEqual([]);
    expect(misread(names, (name) => `${name} 24`, [`${month} 24`])).toEqual([]);
  });

  it('is written in any of the usual ways', () => {
    const spellings =
      '24th May, 24th of May, 24-May, 24May, 24. Mai, 24.Mai, 24 de mayo, 24o de mayo, 24er mai, 24 من مايو, May. 24, May the 24th, 5月24日, 5 月 24 日, 5월 24일, 5月24号';
    expect(misread(spellings, (spelling) => spelling, ['5 24'])).toEqual([]);
    expect(['1st', '2nd', '3rd', '4th'].flatMap((day) => daysOf(`May ${day}`))).toEqual(['5 1', '5 2', '5 3', '5 4']);
    expect(daysOf('十二月二十四日')).toEqual(['十二月二十四日']);
  });

  it.each(weekdays)('stands beside a weekday: %s', (names) => {
    expect(misread(names, (name) => `${name}, 5/8`, ['5 8', '8 5'])).toEqual([]);
    expect(misread(names, (name) => `5/8 (${name})`, ['5 8', '8 5'])).toEqual([]);
  });

  it.each([
    ['Mon, Mon., Tue, Tues, Wed, Thu, Thur, Thurs, Fri, Sat, Sun'],
    ["until, till, 'til, 'till, til, before, after, by, on, from, since, through, thru, starting, starts, ends"],
    ['today, tomorrow, tonight, date:, bis, am, vom, ab, seit, vor, zum, den, heute, morgen, Datum:'],
    ['hasta, antes, desde, el, al, del, día, hoy, mañana, fecha:'],
    ["avant, dès, depuis, le, du, au, aujourd’hui, aujourd'hui, demain, 📅, 📆, 🗓, 🗓️"],
    ['حتى, لغاية, غاية, قبل, بعد, منذ, من, في, يوم, اليوم, غد, غدا, غدًا, تاريخ, بتاريخ'],
  ])('in figures alone stands behind a word of time: %s', (words) => {
    expect(misread(words, (word) => `${word} 5/8`, ['5 8', '8 5'])).toEqual([]);
  });

  it('in figures alone stands before a word of time', () => {
    const words = 'まで, から, 迄, 限定, 開催, (月, (火, (水, (木, (金, (土, (日';
    expect(misread(words, (word) => `5/8${word}`, ['5 8', '8 5'])).toEqual([]);
  });

  it('is none in figures that say something else', () => {
    const figures = '24/7, 24/24, 7/7, 1/2, 1/3, 1/4, 2/3, 3/4, 4/5, 5/5, 9/10, 10/10, 5/8, 32/12, 12/32, 1/5/8/2';
    expect(misread(figures, (figure) => figure, [])).toEqual([]);
  });
});
