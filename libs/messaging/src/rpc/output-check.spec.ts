import { describe, expect, it } from '@jest/globals';
import { uncontractedFields } from './output-check.ts';

describe('uncontracted fields', () => {
  it('are named with their path', () => {
    const answer = { id: 1, secret: 2, list: [{ a: 1 }, { a: 1, hash: 3 }], deep: { ok: { more: 1 } } };
    const parsed = { id: 1, list: [{ a: 1 }, { a: 1 }], deep: { ok: {} } };
    expect(uncontractedFields(answer, parsed)).toEqual(['secret', 'list[1].hash', 'deep.ok.more']);
  });

  it('are none in an answer that keeps its contract', () => {
    expect(uncontractedFields([{ a: null }], [{ a: null }])).toEqual([]);
  });
});
