import { describe, expect, it } from '@jest/globals';
import { Observer, pathForLogs, type Answered } from './observer.ts';

const answered: Answered = {
  kind: 'api',
  method: 'GET',
  path: '/api/posts/0190a1b2-aaaa-7bbb-8ccc-1234567890ab',
  status: 200,
  seconds: 0.0416,
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  requestId: 'r1',
  wasCut: false,
};

describe('the log', () => {
  it('has one line for a request, findable by its trace', () => {
    const lines: string[] = [];
    new Observer('info', (line) => lines.push(line)).answered(answered);
    expect(JSON.parse(lines.join(''))).toEqual({
      level: 'info',
      at: expect.stringMatching(/^\d{4}-/),
      service: 'web',
      message: 'request',
      method: 'GET',
      path: '/api/posts/*',
      status: 200,
      ms: 42,
      requestId: 'r1',
      traceId: '0af7651916cd43dd8448eb211c80319c',
    });
  });

  it('leaves out files that were found, and what is below its level', () => {
    const lines: string[] = [];
    const all = new Observer('info', (line) => lines.push(line));
    all.answered({ ...answered, kind: 'file' });
    expect(lines).toEqual([]);
    all.answered({ ...answered, kind: 'file', status: 404 });
    expect(lines).toHaveLength(1);
    const errors = new Observer('error', (line) => lines.push(line));
    errors.answered(answered);
    errors.answered({ ...answered, status: 503 });
    expect(lines).toHaveLength(2);
  });

  it.each([
    ['/schedule', '/schedule'],
    ['/api/auth/user', '/api/auth/user'],
    ['/api/calendar/feed/7hG_secretTokenOfAPerson.ics', '/api/calendar/feed/*'],
    ['/api/calendar/feed/abcdefghijklmnopqrstuvwxyzabcdefghijkl', '/api/calendar/feed/*'],
    ['/a person@example.com', '/*'],
  ])('shows %s as %s', (path, shown) => expect(pathForLogs(path)).toBe(shown));
});

describe('the metrics', () => {
  it('count requests by kind and outcome, and open streams', async () => {
    const observer = new Observer('silent');
    observer.answered(answered);
    observer.answered({ ...answered, status: 502 });
    observer.streamOpened();
    observer.streamOpened();
    observer.streamClosed();
    const text = await observer.metrics();
    expect(text).toContain('postloom_web_request_seconds_count{kind="api",status="2xx"} 1');
    expect(text).toContain('postloom_web_request_seconds_count{kind="api",status="5xx"} 1');
    expect(text).toContain('postloom_web_open_streams_count 1');
  });
});
