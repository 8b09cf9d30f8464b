import { describe, expect, it } from 'vitest';
import { loginHref, safeReturnTo } from './return-to.ts';

describe('returnTo', () => {
  it.each(['/', '/media', '/schedule?month=2026-11&view=list', '/settings#account-profile'])(
    'keeps the own path %s',
    (path) => {
      expect(safeReturnTo(path)).toBe(path);
    },
  );

  it.each([
    null,
    undefined,
    '',
    'media',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '/api/logout',
    '/objects/a',
    '/login?returnTo=/media',
    '/register',
    '/x/../api/logout',
  ])('leads %j to the start page', (value) => {
    expect(safeReturnTo(value)).toBe('/');
  });

  it('goes into the sign-in address, encoded', () => {
    expect(loginHref('/schedule?view=list')).toBe('/api/login?returnTo=%2Fschedule%3Fview%3Dlist');
    expect(loginHref('/')).toBe('/api/login');
    expect(loginHref('//evil.example')).toBe('/api/login');
  });
});
