import { describe, expect, it } from '@jest/globals';
import { threadCost } from '@postloom/testing';
import { carries, fromLittleText, toLittleText } from './little-text.ts';

describe('little text', () => {
  it.each([
    ['plain words, 50% & "more"', 'plain words, 50% & "more"'],
    ['Hello (world) #tag', 'Hello \\(world\\) #tag'],
    ['a\\b |c| {d} @e [f] <h> *j* _k_ ~l~', 'a\\\\b \\|c\\| \\{d\\} \\@e \\[f\\] \\<h\\> \\*j\\* \\_k\\_ \\~l\\~'],
    ['# alone, C#, a#b, ##two', '\\# alone, C\\#, a\\#b, \\#\\#two'],
    ['#one #two_three (#four)', '#one #two\\_three \\(#four\\)'],
    ['#brød #münchen #寿司 #2026', '#brød #münchen #寿司 #2026'],
    ['', ''],
  ])('%s', (caption, written) => {
    expect(toLittleText(caption)).toBe(written);
    expect(fromLittleText(written)).toBe(caption);
  });

  it('reads the forms that LinkedIn gives back', () => {
    expect(fromLittleText('Fresh {hashtag|\\#|bread} for @[Marlow \\(Bakehouse\\)](urn:li:organization:123)')).toBe(
      'Fresh #bread for Marlow (Bakehouse)',
    );
  });

  it('compares whole texts, not parts of them', () => {
    expect(carries('Rolls \\(warm\\) {hashtag|\\#|fresh}', 'Rolls (warm) #fresh')).toBe(true);
    expect(carries('Rolls (warm) #fresh \r\n', 'Rolls (warm) #fresh')).toBe(true);
    expect(carries('Rolls \\(warm\\) #fresh and more', 'Rolls (warm) #fresh')).toBe(false);
    expect(carries('', 'Rolls')).toBe(false);
  });

  it.each([
    ['escapes in a hashtag that never ends', `{hashtag||${'\\a'.repeat(30_000)}`],
    ['hashtags that never end', '{hashtag|'.repeat(7_000)],
    ['mentions that never end', '@['.repeat(30_000)],
    ['mentions without a target', '@[a]('.repeat(12_000)],
    ['a gap in a line', `a${' '.repeat(60_000)}b`],
  ])('reads %s in linear time', (_what, commentary) => {
    expect(threadCost(() => expect(carries(commentary, 'Rolls')).toBe(false))).toBeLessThan(300);
  });
});
