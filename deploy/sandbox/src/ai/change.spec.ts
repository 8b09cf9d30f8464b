import { describe, expect, it } from '@jest/globals';
import { readBrief } from './brief.ts';
import { changed } from './change.ts';

const text = 'Fresh rye bread from our oven, every morning from seven until the shelves are empty.';
const ask = (change: string, language = 'the language of the caption', caption = text) => {
  const prompt = `Business name: Corner Bakery\n<caption_to_change>\n${caption}\n</caption_to_change>\nChange: ${change}\nLanguage: ${language}.`;
  return changed(prompt, readBrief(prompt)) ?? '';
};

describe('changing a caption', () => {
  it('is left alone when nothing is to be changed', () => {
    const prompt = 'Write a caption. Business name: Corner Bakery';
    expect(changed(prompt, readBrief(prompt))).toBeNull();
  });

  it('gives a shorter, a longer, and another text', () => {
    expect(ask('make it clearly shorter, at most 40 characters.')).toBe('Fresh rye bread from our oven.');
    expect(ask('make it clearly shorter', undefined, '焼きたてのパンが並びました')).toBe('焼きたてのパン。');
    expect(ask('make it longer, 100 to 200 characters')).toContain(`${text} `);
    const artistic = ask('the same in another tone: artistic (evocative).');
    expect(artistic).toContain('Corner Bakery');
    expect(artistic).toContain('Fresh rye bread from our oven');
  });

  it.each([
    ['Frisches Brot aus dem Ofen, mit Ruhe gebacken.', /\b(bei|euch|uns|Jeden)\b/],
    ['Pan recién hecho para los vecinos.', /\b(en|momento|todo)\b/],
    ['焼きたてのパンが並びました。', /です。/],
  ])('keeps the language of %s', (caption, words) => {
    const longer = ask('make it longer, 100 to 200 characters', undefined, caption);
    expect(longer.slice(caption.length)).toMatch(words);
    expect(longer).not.toMatch(/ (the|and) /);
  });

  it.each([
    ['German', /\b(und|mit|ohne|bevor|wie|einfach)\b/],
    ['Japanese', /[\p{Script=Hiragana}]/u],
    ['Arabic', /\p{Script=Arabic}/u],
  ])('translates into %s', (language, letters) => {
    const answer = ask(`translate it into ${language}, as a native speaker would write it.`, language);
    expect(answer).toMatch(letters);
    expect(answer).not.toContain('bread');
  });
});
