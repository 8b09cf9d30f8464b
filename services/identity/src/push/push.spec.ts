import { describe, expect, it } from '@jest/globals';
import { pushOutcome } from './push-answer.ts';
import { isPushEndpoint } from './push-endpoint.ts';

describe('the address of a push service', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
  ])('may be %s', (endpoint) => expect(isPushEndpoint(endpoint, false)).toBe(true));

  it.each([
    'http://fcm.googleapis.com/x',
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://[::1]/x',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/x',
    'https://identity/x',
    'https://postgres.:5432/x',
    'https://push.example:8443/x',
    'https://user:secret@push.example/x',
    'https://push.example./x',
    'file:///etc/passwd',
    'nats://push.example/x',
    'not an address',
    '',
  ])('is never %j', (endpoint) => expect(isPushEndpoint(endpoint, false)).toBe(false));

  it('may be a local one where a setting allows it', () => {
    expect(isPushEndpoint('http://localhost:3900/push/x', true)).toBe(true);
    expect(isPushEndpoint('ftp://localhost/x', true)).toBe(false);
  });
});

describe('the answer of a push service', () => {
  const now = Date.parse('2026-11-24T12:00:00Z');

  it.each([
    [201, undefined, { outcome: 'sent' }],
    [404, undefined, { outcome: 'gone' }],
    [410, undefined, { outcome: 'gone' }],
    [429, '120', { outcome: 'later', inSeconds: 120 }],
    [503, 'Tue, 24 Nov 2026 12:01:00 GMT', { outcome: 'later', inSeconds: 60 }],
    [429, '999999', { outcome: 'later', inSeconds: 3_600 }],
    [500, 'soon', { outcome: 'later', inSeconds: null }],
    [500, undefined, { outcome: 'later', inSeconds: null }],
    [403, undefined, { outcome: 'failed' }],
    [301, undefined, { outcome: 'failed' }],
  ])('%i with Retry-After %j', (status, retryAfter, outcome) =>
    expect(pushOutcome(status, retryAfter, now)).toEqual(outcome),
  );
});
