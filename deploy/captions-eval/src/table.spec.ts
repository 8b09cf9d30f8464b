import { describe, expect, it } from '@jest/globals';
import { differences, tableOf, tallyOf } from './table.ts';

const tally = tallyOf([
  { language: 'English', problems: [] },
  { language: 'English', problems: ['link', 'number'] },
  { language: 'Arabic', problems: ['failed'] },
]);

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
    const now = tallyOf([{ language: 'English', problems: ['link'] }]);
    expect(differences(tally, now)).toEqual(
      expect.arrayContaining(['English, good: 1 before, 0 now', 'English, number: 1 before, 0 now']),
    );
    expect(differences(tally, now)).not.toContainEqual(expect.stringContaining('English, link'));
    expect(differences(tally, tally)).toEqual([]);
    expect(differences({ English: { good: 5 } }, tally)).toEqual(['English, good: 5 before, 1 now']);
  });
});
