import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { KeyRing, openFor, sealFor } from '@postloom/persistence';
import { boundTo } from './binding.ts';
import type { Binding } from './binding.ts';

const ring = KeyRing.parse(`k1:${randomBytes(32).toString('base64')}`);
const binding: Binding = { businessId: 'b1', platform: 'twitter', origin: null, subjectId: 'a1' };

describe('what a secret is bound to', () => {
  it('is its business, platform, account and server: it opens for no other', () => {
    const sealed = sealFor(ring, boundTo(binding), Buffer.from('secret'));
    expect(openFor(ring, boundTo(binding), sealed).toString()).toBe('secret');
    const others = [
      { businessId: 'b2' },
      { platform: 'facebook' },
      { subjectId: 'a2' },
      { origin: 'https://a.example' },
    ];
    for (const other of others) {
      expect(() => openFor(ring, boundTo({ ...binding, ...other }), sealed)).toThrow();
    }
  });

  it('is written as it always was: rows of older versions open', () => {
    expect(boundTo(binding)('k1').toString()).toBe('["b1","twitter","a1","k1"]');
    expect(boundTo({ ...binding, origin: 'https://a.example' })('k1').toString()).toBe(
      '["b1","twitter","a1","k1","https://a.example"]',
    );
  });
});
