import { describe, expect, it } from '@jest/globals';
import { outcomeOf } from './fault-run.ts';
import type { FaultTest } from './fault-run.ts';

const test = (fullName: string, status = 'passed'): FaultTest => ({ fullName, status, duration: 2_000 });
const problems = (names: readonly string[], ...tests: readonly FaultTest[]): string[] =>
  outcomeOf(names, { testResults: [{ message: '', assertionResults: tests }] }).problems;

describe('a run of faults', () => {
  it('is fine when each fault that was asked for has passed', () => {
    const tests = [test('killed with -9 F01 right after the claim'), test('F38 never answers', 'pending')];
    expect(problems(['F01'], ...tests)).toEqual([]);
    expect(problems([], test('F01'), test('F38 never answers'))).toEqual([]);
  });

  it('is not when one has failed, was left out, or is none of these tests', () => {
    expect(problems(['F01'], test('F01 kills', 'failed'))).toEqual(['F01 kills: failed']);
    expect(problems([], test('F01 kills'), test('F38 hangs', 'pending'))).toEqual(['F38 hangs: left out']);
    expect(problems(['F01', 'F14'], test('F01 kills'))).toEqual(['F14: no test of it ran']);
  });

  it('is not when nothing ran, or a file did not load', () => {
    expect(problems(['F14'], test('F01 kills', 'pending'))).toEqual(['F14: no test of it ran', 'nothing ran']);
    expect(outcomeOf([], { testResults: [] }).problems).toEqual(['nothing ran']);
    const report = {
      testResults: [
        { message: '', assertionResults: [test('F01')] },
        { message: 'SyntaxError', assertionResults: [] },
      ],
    };
    expect(outcomeOf([], report)).toEqual({
      lines: ['✓ F01 (2 s)', 'SyntaxError'],
      problems: ['a file of tests did not load'],
    });
  });
});
