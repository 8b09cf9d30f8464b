import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { routes, toApiError } from '#lib/api/index.ts';
import { clearToasts, currentToasts } from '#ui/toast-store.ts';
import { errorReporter, ownFrames, plainMessage, reportUncaught } from './error-reports.ts';

const id = '0192f3c0-0000-7000-8000-000000000001';

describe('a report of a mistake', () => {
  const send = vi.fn<Parameters<typeof errorReporter>[0]>();
  beforeEach(() => {
    send.mockReset();
    send.mockResolvedValue(undefined);
    history.replaceState(null, '', `/schedule?post=${id}#x`);
  });
  afterEach(() => history.replaceState(null, '', '/'));

  it('has the contract’s shape and nothing of a person', () => {
    const error = new TypeError(`No "Grandma’s rye" for ada@example.org in ${id} at https://x.com/ada, 4155550123`);
    error.stack = `TypeError: ...
      at Card (${location.origin}/assets/schedule-page-1a2b.js:12:3456)
      at x (chrome-extension://abc/inject.js:1:1)
      at y (https://cdn.example/other.js:1:1)
      at z (${location.origin}/assets/react.js?token=secret:9:9)`;
    errorReporter(send)('render', error);
    const report = send.mock.calls[0]?.[0];
    expect(routes.reportClientError.body?.safeParse(report).error).toBeUndefined();
    expect(report).toEqual({
      kind: 'render',
      name: 'TypeError',
      message: 'No <text> for <address> in <id> at <link> <number>',
      screen: '/schedule',
      frames: ['/assets/schedule-page-1a2b.js:12:3456', '/assets/react.js:9:9'],
    });
  });

  it('is sent once for the same mistake, and five times a visit', () => {
    const report = errorReporter(send);
    for (let index = 0; index < 3; index++) {
      report('page', new Error('the same'));
    }
    expect(send).toHaveBeenCalledTimes(1);
    for (const word of 'abcdefgh') {
      report('page', new Error(word));
    }
    expect(send).toHaveBeenCalledTimes(5);
  });

  it('is not sent for refusals, aborted calls and what is no error', () => {
    const report = errorReporter(send);
    report('promise', toApiError({ status: 500, statusText: '', body: '', requestId: 'r' }));
    report('promise', new DOMException('Aborted', 'AbortError'));
    report('promise', 'text');
    expect(send).not.toHaveBeenCalled();
  });

  it('that gets lost breaks nothing', async () => {
    send.mockRejectedValue(new TypeError('Failed to fetch'));
    errorReporter(send)('page', new Error('x'));
    await expect(send.mock.results[0]?.value).rejects.toThrow('Failed to fetch');
  });

  it('is made of what nobody caught', () => {
    const report = vi.fn();
    const page = new EventTarget();
    reportUncaught(report, page);
    const error = new Error('thrown');
    page.dispatchEvent(Object.assign(new Event('error'), { error }));
    page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: error }));
    expect(report.mock.calls).toEqual([
      ['page', error],
      ['promise', error],
    ]);
  });
});

describe('a refused change that nobody speaks of', () => {
  const refuse = (status: number, body: string) => {
    const page = new EventTarget();
    reportUncaught(vi.fn(), page);
    const reason = toApiError({ status, statusText: '', body, requestId: 'r' });
    page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
  };
  afterEach(() => clearToasts());

  it('is said in the server’s words', () => {
    refuse(409, '{"error":"conflict","message":"This album exists already.","requestId":"r"}');
    expect(currentToasts()[0]?.description).toBe('This album exists already.');
  });
  it('is left to the words for a lost session', () => {
    refuse(401, '{"error":"unauthorized","message":"Unauthorized","requestId":"r"}');
    expect(currentToasts()).toEqual([]);
  });
});

describe('a message', () => {
  it('keeps what says what broke', () => {
    expect(plainMessage("Cannot read properties of undefined (reading 'length')")).toBe(
      "Cannot read properties of undefined (reading 'length')",
    );
    expect(plainMessage('x'.repeat(500))).toHaveLength(200);
  });
  it('has at most ten places', () => {
    const stack = Array.from({ length: 20 }, (_, line) => `at a (https://p.example/assets/a.js:${line}:1)`).join('\n');
    expect(ownFrames(stack, 'https://p.example')).toHaveLength(10);
    expect(ownFrames(undefined, 'https://p.example')).toEqual([]);
  });
});
