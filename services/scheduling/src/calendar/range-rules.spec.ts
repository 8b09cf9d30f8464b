import { describe, expect, it } from '@jest/globals';
import { AppError } from '@postloom/contracts';
import { refuseRange } from './range-rules.ts';

const code = (from: string, to: string): string => {
  try {
    refuseRange(from, to);
    return 'none';
  } catch (error) {
    return error instanceof AppError ? error.code : 'bug';
  }
};

describe('the range of a calendar', () => {
  it('is 1 to 62 days', () => {
    expect(code('2026-03-01', '2026-03-01')).toBe('none');
    expect(code('2026-03-01', '2026-05-01')).toBe('none'); // 31 + 30 + 1
    expect(code('2026-03-01', '2026-05-02')).toBe('validation_failed');
    expect(code('2026-03-02', '2026-03-01')).toBe('invalid_date');
  });
});
