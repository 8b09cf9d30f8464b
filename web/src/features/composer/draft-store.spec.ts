import { describe, expect, it } from 'vitest';
import { emptyValues } from './composer-fields.ts';
import { forgetDraft, keepDraft, storedDraft } from './draft-store.ts';

const values = {
  ...emptyValues(['instagram']),
  caption: 'Half a thought',
  captionByPlatform: { twitter: 'Half' },
  photoIds: ['p1', 'p2'],
};
const at = new Date('2026-11-20T10:00:00Z');

describe('the unfinished post', () => {
  it('comes back for its own business only', () => {
    keepDraft({ businessId: 'b1' }, values, at);
    expect(storedDraft({ businessId: 'b1' })).toEqual({ values, savedAt: '2026-11-20T10:00:00.000Z', version: null });
    expect(storedDraft({ businessId: 'b2' })).toBeNull();
  });
  it('is forgotten when emptied or sent', () => {
    keepDraft({ businessId: 'b1' }, values, at);
    keepDraft(
      { businessId: 'b1' },
      { ...values, caption: '  ', captionByPlatform: { twitter: ' ' }, photoIds: [] },
      at,
    );
    expect(storedDraft({ businessId: 'b1' })).toBeNull();
    keepDraft({ businessId: 'b1' }, values, at);
    forgetDraft({ businessId: 'b1' });
    expect(storedDraft({ businessId: 'b1' })).toBeNull();
  });
  it('is kept for the words of one platform alone', () => {
    keepDraft({ businessId: 'b1' }, { ...values, caption: '', photoIds: [] }, at);
    expect(storedDraft({ businessId: 'b1' })?.values.captionByPlatform).toEqual({ twitter: 'Half' });
  });
  it('is kept apart from changes to a post, which say to which version they were made', () => {
    const edited = { businessId: 'b1', post: { id: 'p1', version: 3 } };
    keepDraft(edited, { ...values, caption: '', photoIds: [], captionByPlatform: {} }, at);
    expect(storedDraft({ businessId: 'b1' })).toBeNull();
    expect(storedDraft({ businessId: 'b1', post: { id: 'p2', version: 3 } })).toBeNull();
    expect(storedDraft({ businessId: 'b1', post: { id: 'p1', version: 4 } })).toMatchObject({
      version: 3,
      values: { caption: '' },
    });
    forgetDraft(edited);
    expect(storedDraft(edited)).toBeNull();
  });
  it('survives broken and foreign content', () => {
    for (const text of ['{', 'null', '7', '{"values":{}}', '{"savedAt":"x","values":{"caption":3}}']) {
      localStorage.setItem('postloom.composer.b1', text);
      expect(storedDraft({ businessId: 'b1' })).toBeNull();
    }
    localStorage.setItem(
      'postloom.composer.b1',
      JSON.stringify({ savedAt: 'x', values: { caption: 'a', platforms: ['myspace', 'facebook'] } }),
    );
    expect(storedDraft({ businessId: 'b1' })?.values.platforms).toEqual(['facebook']);
  });
  it('takes the single photo of an older draft', () => {
    localStorage.setItem(
      'postloom.composer.b1',
      JSON.stringify({ savedAt: 'x', values: { caption: '', photoId: 'p9', captionByPlatform: { tiktok: 7 } } }),
    );
    expect(storedDraft({ businessId: 'b1' })?.values).toMatchObject({ photoIds: ['p9'], captionByPlatform: {} });
  });
});
