import { describe, expect, it } from '@jest/globals';
import { isChanged } from './is-changed.ts';

const before = 'Fresh rye bread from our oven, every morning from seven.';

describe('isChanged', () => {
  it.each([
    [{ kind: 'shorter' }, 'Rye bread, from seven.', true],
    [{ kind: 'shorter' }, `${before} Come by.`, false],
    [{ kind: 'shorter' }, before, false],
    [{ kind: 'longer' }, `${before} Come by.`, true],
    [{ kind: 'longer' }, `  ${before}  `, false],
    [{ kind: 'tone', style: 'casual' }, 'Hey, rye bread is out of the oven at seven!', true],
    [{ kind: 'tone', style: 'casual' }, before.toUpperCase(), false],
    [{ kind: 'translate', language: 'German' }, 'Frisches Roggenbrot aus unserem Ofen, jeden Morgen ab sieben.', true],
    [{ kind: 'translate', language: 'German' }, `${before} #bread`, false],
  ] as const)('%j to %j: %s', (change, after, expected) => {
    expect(isChanged(change, before, after)).toBe(expected);
  });
});
