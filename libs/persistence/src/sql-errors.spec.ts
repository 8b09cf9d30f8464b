import { describe, expect, it } from '@jest/globals';
import { AppError } from '@postloom/contracts';
import { toAppError } from './sql-errors.ts';

const failure = (facts: Record<string, unknown>): Error => Object.assign(new Error('no'), facts);
const codeOf = (error: unknown): unknown => {
  const told = toAppError(error);
  return told instanceof AppError ? told.code : 'unchanged';
};

describe('what a caller sees of a database that is away', () => {
  it.each([
    ['refused', { code: 'ECONNREFUSED' }],
    ['its Unix socket is gone', { code: 'ENOENT', syscall: 'connect' }],
    ['starting up', { code: '57P03' }],
    ['crashed', { code: '57P02' }],
  ])('%s: unavailable', (_what, facts) => {
    expect(codeOf(failure(facts))).toBe('unavailable');
  });

  it('a file that is not there is something else', () => {
    expect(codeOf(failure({ code: 'ENOENT', syscall: 'open' }))).toBe('unchanged');
  });
});
