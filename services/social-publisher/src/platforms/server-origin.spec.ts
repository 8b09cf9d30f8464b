import { describe, expect, it } from '@jest/globals';
import { OutboundError } from '@postloom/chassis';
import type { OutboundRequest } from '@postloom/chassis';
import { onlyTo } from './server-http.ts';
import { serverOrigin } from './server-origin.ts';

describe('a server that a person names', () => {
  it.each([
    ['social.example', 'https://social.example'],
    [' https://Social.Example/ ', 'https://social.example'],
    ['https://social.example:443', 'https://social.example'],
    ['münchen.example', 'https://xn--mnchen-3ya.example'],
  ])('%s is %s', (typed, origin) => expect(serverOrigin(typed, false)).toBe(origin));

  it.each([
    ...['', 'localhost', 'intranet', 'http://social.example', 'social.example:8080', 'https://social.example./'],
    ...['127.0.0.1', '0x7f.1', '10.0.0.1', '169.254.169.254', '[::1]', '[::ffff:127.0.0.1]', '93.184.216.34'],
    ...['https://a:b@social.example', 'https://social.example/x', 'https://social.example/?x', 'javascript:alert(1)'],
    `${'a.'.repeat(150)}example`,
  ])('%s is none', (typed) => expect(serverOrigin(typed, false)).toBeNull());

  it('may be on this machine only where private addresses are allowed', () => {
    expect(serverOrigin('http://127.0.0.1:4100', true)).toBe('http://127.0.0.1:4100');
    expect(serverOrigin('http://127.0.0.1:4100', false)).toBeNull();
  });
});

describe('calls to one server', () => {
  const made: OutboundRequest[] = [];
  const http = onlyTo(
    {
      request: (request) => {
        made.push(request);
        return Promise.reject(new OutboundError('refused', false, 'nobody there'));
      },
    },
    'https://social.example',
    'Village',
  );
  const request = (url: string) =>
    http.request({ url, method: 'GET', timeoutMs: 1, redirect: 'follow', internal: true });

  it.each([
    'https://other.example/api',
    'http://social.example/api',
    'https://social.example:8443/api',
    'https://social.example@other.example/',
  ])('%s is not called', async (url) => {
    await expect(request(url)).rejects.toMatchObject({ kind: 'blocked', sent: false });
    expect(made).toEqual([]);
  });

  it('keep the address guard, follow no redirect, read a bounded answer and have one label', async () => {
    await expect(request('https://social.example/api')).rejects.toMatchObject({ kind: 'refused' });
    expect(made).toMatchObject([
      { redirect: 'error', internal: false, target: 'Village', maxResponseBytes: 1_048_576 },
    ]);
  });
});
