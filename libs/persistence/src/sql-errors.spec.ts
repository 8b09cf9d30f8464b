import { describe, expect, it } from '@jest/globals';
import { AppError } from '@postloom/contracts';
import { QueryFailedError } from 'typeorm';
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
    ['its Unix socket takes no more callers', { code: 'EAGAIN', syscall: 'connect' }],
    ['its name cannot be looked up', { code: 'EAI_AGAIN', syscall: 'getaddrinfo' }],
    ['hung up, five letters like an SQLSTATE', { code: 'EPIPE' }],
    ['closing, as TypeORM says it', { message: 'Driver not Connected' }],
    ['starting up', { code: '57P03' }],
    ['crashed', { code: '57P02' }],
  ])('%s: unavailable', (_what, facts) => {
    expect(codeOf(failure(facts))).toBe('unavailable');
  });

  it('also behind the wrapper of TypeORM', () => {
    const lost = [
      failure({ code: 'EPIPE' }),
      failure({ code: '57P01' }),
      new Error('Connection terminated unexpectedly'),
    ];
    for (const error of lost) {
      expect(codeOf(new QueryFailedError('SELECT 1', [], error))).toBe('unavailable');
    }
  });

  it('a file that is not there, or not ready, is something else', () => {
    for (const code of ['ENOENT', 'EAGAIN']) {
      expect(codeOf(failure({ code, syscall: 'open' }))).toBe('unchanged');
    }
  });

  it('what the server refuses keeps its own message', () => {
    for (const code of ['23505', '42501', 'P0001', 'XX000']) {
      expect(codeOf(failure({ code }))).toBe('unchanged');
    }
  });
});
