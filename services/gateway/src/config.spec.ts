import { describe, expect, it } from '@jest/globals';
import { trustedHops } from './config.ts';

describe('who may say where a request came from', () => {
  it('must be named where TLS ends before the gateway', () => {
    const publicUrl = 'https://postloom.example';
    expect(() => trustedHops({ publicUrl, trustedProxies: undefined })).toThrow(
      'TRUSTED_PROXIES is missing: PUBLIC_URL is https',
    );
    expect(trustedHops({ publicUrl, trustedProxies: '10.0.0.0/8,fd00::/8' })).toBe('10.0.0.0/8,fd00::/8');
    expect(trustedHops({ publicUrl, trustedProxies: 'none' })).toBe(false);
  });

  it('is this machine alone on a plain address', () => {
    expect(trustedHops({ publicUrl: 'http://localhost:3000', trustedProxies: undefined })).toBe('loopback');
  });
});
