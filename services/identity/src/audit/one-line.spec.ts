import { describe, expect, it } from '@jest/globals';
import { oneLine } from './one-line.ts';

describe('a text in the audit log', () => {
  it('stays in one line: control characters are written out', () => {
    expect(oneLine('Bakery\r\n2026-01-01 signed_in\t\u0000\u007f\u0085\u2028', 300)).toBe(
      'Bakery\\u000d\\u000a2026-01-01 signed_in\\u0009\\u0000\\u007f\\u0085\\u2028',
    );
  });

  it('is cut between characters', () => {
    expect(oneLine('🌾🌾🌾', 2)).toBe('🌾🌾');
  });
});
