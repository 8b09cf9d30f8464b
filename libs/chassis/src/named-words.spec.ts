import { describe, expect, it } from '@jest/globals';
import { NamedWords, rankNames } from './named-words.ts';

describe('a name', () => {
  it.each([
    ['Weddings 2026', 'wedd', true],
    ['Weddings 2026', '20', true],
    ['Café Crème', 'creme', true],
    ['İzmir', 'izm', true],
    ['Weddings 2026', 'dings', false],
    ['Weddings 2026', 'cake', false],
  ])('%s has a word that begins with %s: %s', (name, term, begins) => {
    expect(new NamedWords(name).begins(term)).toBe(begins);
  });

  it('has words that are cut like all others', () => {
    const name = new NamedWords('A'.repeat(50));
    expect([name.begins('a'.repeat(40)), name.begins('a'.repeat(41))]).toEqual([true, false]);
  });
});

describe('names that are searched', () => {
  const names = ['Ryes and wheat', 'Rye on Mondays', 'Monday specials', 'Cakes'].map((name) => ({ name }));
  const found = (search: string) => rankNames(names, search).map(({ item }) => item.name);

  it.each([
    ['rye', ['Rye on Mondays', 'Ryes and wheat']],
    ['rye monday', ['Rye on Mondays']],
    ['mondya', ['Rye on Mondays', 'Monday specials']],
    ['heat', ['Ryes and wheat']],
    ['zebra', []],
    ['rye zebra', []],
    ['!', []],
  ])('%s finds %j', (search, expected) => expect(new Set(found(search))).toEqual(new Set(expected)));

  it('are not those written nearly so, where one has the word itself', () => {
    const some = ['Monday club', 'Manday club'].map((name) => ({ name }));
    const ranked = (search: string) => rankNames(some, search).map(({ item }) => item.name);
    expect(ranked('monday')).toEqual(['Monday club']);
    expect(ranked('mnday')).toHaveLength(2);
  });

  it('are in the order of how well they fit', () => {
    expect(found('rye')).toEqual(['Rye on Mondays', 'Ryes and wheat']);
    const [first, second] = rankNames(names, 'rye');
    expect([first?.score, second?.score]).toEqual([44, 34]);
  });
});
