import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { callerOf, traceparentOf, withoutHopByHop } from './forwarded.ts';
import { trustedProxies } from './trusted-proxies.ts';

const request = (remoteAddress: string, headers: Record<string, string>, encrypted = false): IncomingMessage =>
  ({ socket: { remoteAddress, encrypted }, headers }) as unknown as IncomingMessage;

describe('the caller', () => {
  const isTrusted = trustedProxies(['10.0.0.0/8']);
  const forged = { 'x-forwarded-for': '6.6.6.6', 'x-forwarded-proto': 'https', host: 'postloom.example' };

  it('is the peer, whatever it claims, unless the peer is a trusted proxy', () => {
    expect(callerOf(request('::ffff:203.0.113.9', forged), isTrusted)).toEqual({
      client: '203.0.113.9',
      proto: 'http',
      host: 'postloom.example',
    });
    expect(callerOf(request('10.1.2.3', forged), isTrusted)).toMatchObject({ client: '6.6.6.6', proto: 'https' });
  });

  it('is the last address of the chain that is no trusted proxy', () => {
    const chain = { 'x-forwarded-for': '6.6.6.6, 198.51.100.4, 10.9.9.9' };
    expect(callerOf(request('10.1.2.3', chain), isTrusted).client).toBe('198.51.100.4');
    expect(callerOf(request('10.1.2.3', { 'x-forwarded-for': '10.9.9.9' }), isTrusted).client).toBe('10.9.9.9');
    expect(callerOf(request('10.1.2.3', {}), isTrusted).client).toBe('10.1.2.3');
  });

  it('came over TLS when the connection is encrypted', () => {
    expect(callerOf(request('203.0.113.9', { ':authority': 'a.example' }, true), isTrusted)).toEqual({
      client: '203.0.113.9',
      proto: 'https',
      host: 'a.example',
    });
  });
});

describe('headers on the way', () => {
  it('lose those of the one connection', () => {
    const headers = { connection: 'X-Hop, close', 'x-hop': '1', 'keep-alive': '5', ':path': '/', accept: '*/*' };
    expect(withoutHopByHop(headers)).toEqual({ accept: '*/*' });
  });

  it('name the trace of the request, or begin one', () => {
    const given = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    expect(traceparentOf(request('', { traceparent: given }))).toBe(given);
    for (const wrong of ['', 'x', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`]) {
      expect(traceparentOf(request('', { traceparent: wrong }))).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    }
  });
});
