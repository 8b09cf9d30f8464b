import { describe, expect, it } from '@jest/globals';
import { addFindings } from './findings.ts';
import type { CallResult } from './findings.ts';

const LABEL = 'PUT /api/posts/{id}';

function scenario(status: number | null, checks: unknown[]): string {
  const content = { $base64: Buffer.from('{"error":"internal"}').toString('base64') };
  const recorder = {
    label: LABEL,
    cases: { one: { value: { method: 'PUT', path: '/api/posts/1', body: { caption: 'x' } } } },
    interactions: { one: { response: status === null ? null : { status_code: status, content } } },
    checks: { one: checks },
  };
  return JSON.stringify({ ScenarioFinished: { recorder } });
}

function failure(name: string): unknown {
  return { name, status: 'failure', failure_info: { failure: { message: 'Received: 500\nDocumented: 200' } } };
}

function findings(...lines: string[]): CallResult | undefined {
  const results = new Map<string, CallResult>();
  addFindings(lines, results);
  return results.get(LABEL);
}

describe('what the fuzzer found', () => {
  it('counts requests, answers of 5xx and answers outside the schema apart', () => {
    const good = scenario(200, [{ name: 'not_a_server_error', status: 'success' }]);
    const broken = scenario(500, [failure('not_a_server_error'), failure('status_code_conformance')]);
    const skipped = JSON.stringify({ ScenarioFinished: { recorder: { label: LABEL } } });
    expect(findings(good, skipped, broken, '{"PhaseFinished":{}}')).toMatchObject({
      tried: 2,
      serverErrors: 1,
      violations: 1,
    });
  });

  it('counts a request without an answer, and a call that could not be tried', () => {
    expect(findings(scenario(null, []))).toMatchObject({ tried: 1, serverErrors: 1 });
    const error = JSON.stringify({ NonFatalError: { label: LABEL, value: { message: 'Read timed out' } } });
    expect(findings(error)).toMatchObject({ tried: 0, serverErrors: 1 });
  });

  it('shows the first example of each kind with its request and answer', () => {
    const broken = scenario(500, [failure('status_code_conformance')]);
    const examples = findings(broken, broken)?.examples;
    expect([...(examples ?? [])]).toEqual([
      [
        'status_code_conformance 500',
        'Received: 500 Documented: 200\nPUT /api/posts/1 {"caption":"x"}\n{"error":"internal"}',
      ],
    ]);
  });
});
