import { describe, expect, it } from '@jest/globals';
import { gramsOf, meantBy, termsOf, weighedWords, wordsOf } from './words.ts';

describe('the words of a text', () => {
  it.each([
    ['IMG_1234.jpg', ['img', '1234', 'jpg']],
    ['Café Crème', ['cafe', 'creme']],
    ['İzmir', ['izmir']],
    ['100%', ['100']],
    ["Baker's dozen, baker's choice", ['baker', 's', 'dozen', 'choice']],
    ['%_!', []],
    ['面包店', ['面包', '店']],
    ['面包店 IMG_1234 v2.0', ['面包', '店', 'img', '1234', 'v', '2', '0']],
    ["don't a.b 3.14 x\u0000y", ['don', 't', 'a', 'b', '3', '14', 'x', 'y']],
  ])('%s', (text, words) => expect(wordsOf(text)).toEqual(words));

  it('are cut between characters, never within one', () => {
    expect(wordsOf('𝒂'.repeat(50))).toEqual(['a'.repeat(40)]);
    expect(wordsOf('𠮷'.repeat(50)).every((word) => !/[\ud800-\udbff]$/.test(word))).toBe(true);
  });

  it('of a search are at most eight', () => {
    expect(termsOf('one two three four five six seven eight nine')).toHaveLength(8);
  });
});

describe('the words of several texts', () => {
  it('weigh as the first text that has them', () => {
    const words = weighedWords(
      [
        ['Rye bread', 4],
        ['bread and salt', 2],
      ],
      3,
    );
    expect([...words]).toEqual([
      ['rye', 4],
      ['bread', 4],
      ['and', 2],
    ]);
  });

  it('are read no further than to the most of them', () => {
    expect(wordsOf('one two three four', 2)).toEqual(['one', 'two']);
  });
});

describe('a mistyped word', () => {
  it.each([
    ['crossant', 'croissant', true],
    ['tabel', 'table', true],
    ['nana', 'banana', true],
    ['bred', 'bread', true],
    ['apple', 'bread', false],
    ['12', '1234', true],
    ['1243', '1234', false],
    ['cat', 'ca', false],
    ['café', 'cafétéria', true],
  ])('%s may mean %s: %s', (term, word, meant) => expect(meantBy(term)(word)).toBe(meant));

  it('has groups of three only when it has letters', () => {
    expect(gramsOf('rye')).toEqual(['  r', ' ry', 'rye', 'ye ']);
    expect(gramsOf('1234')).toEqual([]);
    expect(gramsOf('ab')).toEqual([]);
  });
});
