import { describe, expect, it } from '@jest/globals';
import { personName } from './user.ts';

describe('names of people', () => {
  it('are trimmed, in one line, and absent when nothing is left', () => {
    expect(personName('  Anna\n Maria ')).toBe('Anna Maria');
    expect(personName(' \t ')).toBeNull();
    expect(personName(undefined)).toBeNull();
  });
});
