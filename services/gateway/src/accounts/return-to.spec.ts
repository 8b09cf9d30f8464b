import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ownPath } from './return-to.ts';

describe('ownPath', () => {
  it.each(['/', '/schedule', '/schedule?view=list&day=2026-11-20', '/media#top', '/a%20b', '/apis'])(
    'keeps %s',
    (path) => {
      expect(ownPath(path)).toBe(path);
    },
  );

  it.each<[unknown]>([
    ['https://evil.example'],
    ['//evil.example'],
    ['///evil.example'],
    ['/\\evil.example'],
    ['\\\\evil.example'],
    ['/%2f%2fevil.example'],
    ['/%2fevil.example'],
    ['%2f%2fevil.example'],
    ['/%5cevil.example'],
    ['/%5c%5cevil.example'],
    ['/\t/evil.example'],
    ['/\n/evil.example'],
    ['/%0a/evil.example'],
    ['javascript:alert(1)'],
    ['JaVaScRiPt:alert(1)'],
    ['data:text/html,x'],
    ['/.//evil.example'],
    ['/..//evil.example'],
    ['/%2e//evil.example'],
    ['/a/..//evil.example'],
    ['/a/%2e%2e/%2fevil.example'],
    ['/%'],
    ['/api/logout'],
    ['/a/../api/logout'],
    ['/objects'],
    [`/${'a'.repeat(2_000)}`],
    ['schedule'],
    [''],
    [undefined],
    [['/a', '/b']],
    [{ toString: () => '/a' }],
  ])('sends %j home (S02)', (value) => {
    expect(ownPath(value)).toBe('/');
  });

  it('never leads to another origin, whatever it is given', () => {
    const own = 'https://postloom.example';
    const piece = fc.constantFrom(
      '/',
      '\\',
      '//',
      '%2f',
      '%5c',
      '@',
      ':',
      '.',
      'evil.example',
      '\t',
      '%09',
      '?',
      '#',
      'a',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const path = ownPath(pieces.join(''));
        expect(new URL(path, own).origin).toBe(own);
        expect(path.startsWith('/') && !path.startsWith('//')).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
