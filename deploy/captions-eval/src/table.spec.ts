import { describe, expect, it } from '@jest/globals';
import { compared, nameOf, tableOf, tallyOf } from './table.ts';
import type { Setup, Tally } from './table.ts';

const tally = tallyOf([
  { language: 'English', problems: [] },
  { language: 'English', problems: ['link', 'number'] },
  { language: 'Arabic', problems: ['failed'] },
]);

const setup: Setup = {
  ...{ provider: 'openai', model: 'gpt-4o', at: 'sandbox', pictures: 60, languages: ['English', 'Arabic'] },
};

describe('the table', () => {
  it('counts captions, good ones and each problem by language', () => {
    expect(tally['English']).toMatchObject({ captions: 2, good: 1, link: 1, number: 1, failed: 0 });
    expect(tally['Arabic']).toMatchObject({ captions: 1, good: 0, failed: 1 });
    expect(tally['all']).toMatchObject({ captions: 3, good: 1, link: 1, failed: 1 });
    const [head, english] = tableOf(tally).split('\n');
    expect(head?.split(/\s+/).slice(1, 4)).toEqual(['captions', 'good', 'failed']);
    expect(english?.split(/\s+/).slice(0, 4)).toEqual(['English', '2', '1', '·']);
  });

  it('tells what is different from the run before', () => {
    const lines = (before: Tally, now: Tally) => compared({ [nameOf(setup)]: before }, setup, now).lines;
    const now = tallyOf([{ language: 'English', problems: ['link'] }]);
    expect(lines(tally, now)).toEqual(
      expect.arrayContaining(['English, good: 1 before, 0 now', 'English, number: 1 before, 0 now']),
    );
    expect(lines(tally, now)).not.toContainEqual(expect.stringContaining('English, link'));
    expect(lines(tally, tally)).toEqual(['The same as in the last run.']);
    expect(lines({ English: { good: 5 } }, tally)).toEqual(['English, good: 5 before, 1 now']);
  });

  it.each([
    { provider: 'anthropic' },
    { model: 'gpt-4.1' },
    { at: 'https://api.openai.com/v1' },
    { pictures: 12 },
    { languages: ['English'] },
  ])('compares nothing with a run of another setup, and keeps the runs of both: %j', (other) => {
    const { lines, runs } = compared({ [nameOf(setup)]: tally }, { ...setup, ...other }, tallyOf([]));
    expect(lines).toEqual([`There is no earlier run to compare with: ${nameOf({ ...setup, ...other })}.`]);
    expect(compared(runs, setup, tally).lines).toEqual(['The same as in the last run.']);
    expect(compared(runs, { ...setup, ...other }, tallyOf([])).lines).toEqual(['The same as in the last run.']);
  });

  it('knows the same languages in another order', () => {
    expect(nameOf({ ...setup, languages: setup.languages.toReversed() })).toBe(nameOf(setup));
  });
});
