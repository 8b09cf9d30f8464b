import { describe, expect, it } from '@jest/globals';
import { passed, sideBySide, type Step } from './step.ts';

const step = (name: string, onlyReads?: boolean): Step => ({
  name,
  ...(onlyReads !== undefined && { onlyReads }),
  run: () => Promise.resolve(passed()),
});

describe('steps side by side', () => {
  it('are neighbours that only read; any other stands alone, in the order of the list', () => {
    const steps = [
      step('build'),
      step('types', true),
      step('lint', true),
      step('tests', false),
      step('more tests'),
      step('budget', true),
    ];
    expect(sideBySide(steps).map((group) => group.map(({ name }) => name))).toEqual([
      ['build'],
      ['types', 'lint'],
      ['tests'],
      ['more tests'],
      ['budget'],
    ]);
    expect(sideBySide([])).toEqual([]);
  });
});
