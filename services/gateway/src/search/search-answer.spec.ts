import { describe, expect, it } from '@jest/globals';
import { SearchAnswer } from '@postloom/contracts';
import { searchAnswer } from './search-answer.ts';

const id = '01a1fb0c-57a0-732d-aa8c-f73be91c5907';
const results = (...scores: number[]) => scores.map((score) => ({ id, label: `${score}`, score }));

describe('searchAnswer', () => {
  it('has the group with the best result first, equal ones as given, and no empty group', () => {
    const answer = searchAnswer([
      { kind: 'photos', results: results(33, 32) },
      { kind: 'albums', results: results(44) },
      { kind: 'posts', results: results(33) },
      { kind: 'schedules', results: [] },
    ]);
    expect(answer.groups.map(({ kind }) => kind)).toEqual(['albums', 'photos', 'posts']);
    expect(answer.groups[0]?.results).toEqual([{ id, label: '44' }]);
    expect(SearchAnswer.parse(answer)).toEqual(answer);
  });

  it('names what could not be searched', () => {
    expect(searchAnswer([{ kind: 'posts', results: null }])).toEqual({ groups: [], missing: ['posts'] });
  });
});
