import { describe, expect, it } from '@jest/globals';
import { RunSettings } from './run-settings.ts';

const settings = new RunSettings('RUN_', {
  RUN_POSTS: '12',
  RUN_NONE: 'abc',
  RUN_ZERO: '0',
  RUN_ONLY: 'lag',
  RUN_ON: 'a,c',
});

describe('settings of a run', () => {
  it('come from the environment, or are the usual ones', () => {
    expect([settings.number('POSTS', 5), settings.number('WINDOW', 5)]).toEqual([12, 5]);
    expect([settings.choice('ONLY', ['all', 'lag']), settings.choice('FORM', ['full', 'short'])]).toEqual([
      'lag',
      'full',
    ]);
    expect(settings.choices('ON', ['a', 'b', 'c'])).toEqual(['a', 'c']);
    expect(settings.choices('ALL', ['a', 'b'])).toEqual(['a', 'b']);
  });

  it('are refused when a run with them would measure nothing', () => {
    expect(() => settings.number('NONE', 5)).toThrow("RUN_NONE must be a number above 0, not 'abc'.");
    expect(() => settings.number('ZERO', 5)).toThrow('RUN_ZERO');
    expect(() => settings.choice('ONLY', ['all', 'takeover'])).toThrow("one of all, takeover, not 'lag'");
    expect(() => settings.choices('ON', ['a', 'b'])).toThrow("some of a, b, not 'c'");
  });
});
