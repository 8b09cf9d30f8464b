import { describe, expect, it } from '@jest/globals';
import { trustedProxies } from './trusted-proxies.ts';

describe('trusted proxies', () => {
  it('are addresses, networks and names of networks', () => {
    const isTrusted = trustedProxies(['10.2.0.0/16', '192.0.2.7', 'fd00::/8', 'loopback']);
    const addresses = [
      '10.2.255.1',
      '10.3.0.1',
      '192.0.2.7',
      '192.0.2.8',
      'fd12::1',
      'fe80::1',
      '127.3.4.5',
      '::1',
      '',
    ];
    expect(addresses.filter(isTrusted)).toEqual(['10.2.255.1', '192.0.2.7', 'fd12::1', '127.3.4.5', '::1']);
  });

  it('are none by default and with that word', () => {
    expect([trustedProxies([])('127.0.0.1'), trustedProxies(['none'])('127.0.0.1')]).toEqual([false, false]);
  });

  it.each(['10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', 'proxy.example', 'fd00::/129', '10.0.0'])('are not %s', (word) =>
    expect(() => trustedProxies([word])).toThrow(`TRUSTED_PROXIES has no address, network or name of one: ${word}`),
  );
});
