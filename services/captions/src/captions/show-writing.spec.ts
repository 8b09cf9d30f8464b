import { describe, expect, it } from '@jest/globals';
import { sentencesIn, showWriting } from './show-writing.ts';

/** What is told of an answer that comes sign by sign; each sign takes so many milliseconds. */
function toldOf(answer: string, { perSign = 1_000, isSafe = (caption: string) => caption !== '?' } = {}): string[] {
  const told: string[] = [];
  let now = 0;
  const show = showWriting({
    clean: (caption) => caption.replaceAll('evil', '').trim() || null,
    ...{ isSafe, now: () => now },
    tell: ({ caption }) => told.push(caption),
  });
  for (let length = 1; length <= answer.length; length += 1) {
    now += perSign;
    show(answer.slice(0, length));
  }
  return told;
}
const answerOf = (caption: string) => JSON.stringify({ caption, hashtags: ['bread'], analysis: 'A loaf. On a table.' });

describe('showWriting', () => {
  it('tells whole sentences, cleaned, and the last one once the text has ended', () => {
    expect(toldOf(answerOf('Fresh bread.\nCome by, "evil" Anna \u{1f35e}! Bye'))).toEqual([
      'Fresh bread.',
      'Fresh bread.\nCome by, "" Anna \u{1f35e}!',
      'Fresh bread.\nCome by, "" Anna \u{1f35e}! Bye',
    ]);
  });

  it('tells at most ten times a second, and at the latest then what is there', () => {
    const told = toldOf(answerOf('A b. '.repeat(200)), { perSign: 1 });
    expect(told.length).toBeGreaterThan(5);
    expect(told.length).toBeLessThanOrEqual(Math.ceil(answerOf('A b. '.repeat(200)).length / 100));
  });

  it('takes back what it told when the rest is a leak, and tells nothing more', () => {
    const isSafe = (caption: string) => !caption.includes('secret');
    expect(toldOf(answerOf('Fresh bread. The secret is out. More.'), { isSafe })).toEqual(['Fresh bread.', '']);
    expect(toldOf(answerOf('The secret. More.'), { isSafe })).toEqual([]);
  });

  it('tells nothing of an answer that does not begin with its caption, and waits for the end of a sign in code', () => {
    expect(sentencesIn('{"hashtags":["a"],"caption":"One. Two. ')).toBe('');
    expect(sentencesIn('Sure! {"caption":"One. Two. ')).toBe('');
    expect(sentencesIn('{"caption":"One. Two \\u00')).toBe('One.');
    expect(sentencesIn('{ "caption" : "One. Two \\u00e9. Three')).toBe('One. Two \u00e9.');
  });
});
