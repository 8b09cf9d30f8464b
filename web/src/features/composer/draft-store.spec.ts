import { describe, expect, it } from 'vitest';
import { forgetDraft, keepDraft, storedDraft } from './draft-store.ts';

const values = {
  caption: 'Half a thought',
  captionByPlatform: { twitter: 'Half' },
  photoIds: ['p1', 'p2'],
  platforms: ['instagram' as const],
  date: '',
  time: '',
};
const at = new Date('2026-11-20T10:00:00Z');

describe('the unfinished post', () => {
  it('comes back for its own business only', () => {
    keepDraft('b1', values, at);
    expect(storedDraft('b1')).toEqual({ values, savedAt: '2026-11-20T10:00:00.000Z' });
    expect(storedDraft('b2')).toBeNull();
  });
  it('is forgotten when emptied or sent', () => {
    keepDraft('b1', values, at);
    keepDraft('b1', { ...values, caption: '  ', captionByPlatform: { twitter: ' ' }, photoIds: [] }, at);
    expect(storedDraft('b1')).toBeNull();
    keepDraft('b1', values, at);
    forgetDraft('b1');
    expect(storedDraft('b1')).toBeNull();
  });
  it('is kept for the words of one platform alone', () => {
    keepDraft('b1', { ...values, caption: '', photoIds: [] }, at);
    expect(storedDraft('b1')?.values.captionByPlatform).toEqual({ twitter: 'Half' });
  });
  it('survives broken and foreign content', () => {
    for (const text of ['{', 'null', '7', '{"values":{}}', '{"savedAt":"x","values":{"caption":3}}']) {
      localStorage.setItem('postloom.composer.b1', text);
      expect(storedDraft('b1')).toBeNull();
    }
    localStorage.setItem(
      'postloom.composer.b1',
      JSON.stringify({ savedAt: 'x', values: { caption: 'a', platforms: ['myspace', 'facebook'] } }),
    );
    expect(storedDraft('b1')?.values.platforms).toEqual(['facebook']);
  });
  it('takes the single photo of an older draft', () => {
    localStorage.setItem(
      'postloom.composer.b1',
      JSON.stringify({ savedAt: 'x', values: { caption: '', photoId: 'p9', captionByPlatform: { tiktok: 7 } } }),
    );
    expect(storedDraft('b1')?.values).toMatchObject({ photoIds: ['p9'], captionByPlatform: {} });
  });
});
