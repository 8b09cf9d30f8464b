import { describe, expect, it } from '@jest/globals';
import { isOwner, knownKey, wholePhotos } from './known-key.ts';

const business = '0190a000-0000-7000-8000-00000000000b';
const id = '0190a000-0000-7000-8000-000000000001';

describe('what an object belongs to', () => {
  it.each([
    [`${business}/${id}/original`, { kind: 'photo', id }],
    [`${business}/${id}/400.webp`, { kind: 'photo', id }],
    [`${business}/incoming/${id}`, { kind: 'transfer', id }],
    [`${business}/scratch/${id}`, { kind: 'scratch', id }],
    [`${business}/exports/${id}/0-1`, { kind: 'export', id }],
    [`${business}/imports/${id}/${id}`, { kind: 'import', id }],
    [`${business}/exports/${id}`, null],
    [`${business}/exports/${id}/a/b`, null],
    ['backup/2026.tar', null],
    [`${business}/notes.txt`, null],
    [`${business}/${id}/a/b`, null],
    [`${business}/other/${id}`, null],
    [`x${business}/${id}/original`, null],
  ])('%s', (key, wanted) => {
    expect(knownKey(key)).toEqual(wanted);
  });

  it('is a business or a person, or it is not', () => {
    expect([business, 'backup', `${business}x`, ''].map(isOwner)).toEqual([true, false, false, false]);
  });
});

describe('the whole photos of a page', () => {
  const page = (...keys: string[]) => keys.map((key) => ({ key }));
  it.each([
    [page(), page()],
    [page('b/1/x'), page('b/1/x')],
    [page('b/1/x', 'b/1/y'), page('b/1/x', 'b/1/y')],
    [page('b/1/x', 'b/1/y', 'b/2/x'), page('b/1/x', 'b/1/y')],
  ])('%j', (given, wanted) => {
    expect(wholePhotos(given)).toEqual(wanted);
  });
});
