import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetPasswordLink, keepPasswordLink, keptPasswordLink } from './password-link.ts';

const email = 'anna@juniper-rye.example';
const nothing = { email: '', returnTo: '/' };

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

describe('a link for a new password that was asked for on this device', () => {
  it('is remembered with the way on, for an hour', () => {
    keepPasswordLink({ email, returnTo: '/schedule?post=p1' });
    vi.setSystemTime(Date.now() + 59 * 60_000);
    expect(keptPasswordLink()).toEqual({ email, returnTo: '/schedule?post=p1' });
    vi.setSystemTime(Date.now() + 60_000);
    expect(keptPasswordLink()).toEqual(nothing);
  });

  it('never leads to another site, whatever was stored', () => {
    keepPasswordLink({ email, returnTo: '//evil.example' });
    expect(keptPasswordLink()).toEqual({ email, returnTo: '/' });
  });

  it('is nothing where none was asked for, or what is stored cannot be read', () => {
    expect(keptPasswordLink()).toEqual(nothing);
    localStorage.setItem('postloom.passwordLink', 'null');
    expect(keptPasswordLink()).toEqual(nothing);
    localStorage.setItem('postloom.passwordLink', '{');
    expect(keptPasswordLink()).toEqual(nothing);
  });

  it('is forgotten once somebody is in', () => {
    keepPasswordLink({ email, returnTo: '/media' });
    forgetPasswordLink();
    expect(keptPasswordLink()).toEqual(nothing);
  });
});
