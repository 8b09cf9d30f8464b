import { describe, expect, it } from '@jest/globals';
import { prettyLine } from './log.ts';

const at = new Date(2026, 0, 1, 9, 5, 7);

describe('log lines', () => {
  it('show a JSON record as one line with its fields', () => {
    const record = JSON.stringify({
      level: 'warn',
      at: 'x',
      service: 'media',
      message: 'Slow',
      ms: 12,
      requestId: 'r',
    });
    expect(prettyLine('media', record, false, at)).toBe('09:05:07 media        WARN Slow  ms=12 requestId=r');
  });
  it('show everything else as it is', () => {
    expect(prettyLine('nats', '{not json', false, at)).toBe('09:05:07 nats         {not json');
  });
});
