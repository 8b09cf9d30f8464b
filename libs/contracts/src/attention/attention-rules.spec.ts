import { describe, expect, it } from '@jest/globals';
import { UNCLEAR_OUTCOME } from '../publisher/messages.ts';
import { failedSince, needOf } from './attention-rules.ts';

describe('a target', () => {
  it('needs an answer, its account, or a fix', () => {
    const need = (status: 'needs_attention' | 'failed' | 'pending', code: string | null) =>
      needOf({ status, error: code === null ? null : { code, message: '' } });
    expect(need('needs_attention', UNCLEAR_OUTCOME)).toBe('answer');
    expect(need('needs_attention', null)).toBe('answer');
    expect(need('needs_attention', 'reconnect')).toBe('reconnect');
    expect(need('needs_attention', 'disconnected')).toBe('reconnect');
    expect(need('needs_attention', 'http_401')).toBe('reconnect');
    expect(need('failed', 'refused')).toBe('fix');
    expect(need('pending', null)).toBeNull();
  });
});

it('a failed post is brought up for 14 days, by days of UTC', () => {
  expect(failedSince(Date.parse('2026-11-26T00:00:00Z'))).toBe('2026-11-12T00:00:00.000Z');
  expect(failedSince(Date.parse('2026-11-26T23:59:59Z'))).toBe('2026-11-12T00:00:00.000Z');
});
