import { beforeEach, describe, expect, it } from 'vitest';
import { emptyValues } from './composer-fields.ts';
import { forgetDraft, keepDraft, MOST_DRAFTS, newDraftKey, storedDrafts, type DraftPlace } from './draft-store.ts';

const values = {
  ...emptyValues(['instagram']),
  caption: 'Half a thought',
  captionByPlatform: { twitter: 'Half' },
  photoIds: ['p1', 'p2'],
};
const savedAt = '2026-11-20T10:00:00.000Z';
const place: DraftPlace = { businessId: 'b1' };
let key: string;
beforeEach(() => {
  localStorage.clear();
  key = newDraftKey(place);
});

const captions = (of: DraftPlace = place) => storedDrafts(of).map((draft) => draft.values.caption);

describe('the unfinished post', () => {
  it('comes back for its own business only', () => {
    const draft = { key, values, savedAt, version: null };
    keepDraft(place, draft);
    expect(storedDrafts(place)).toEqual([draft]);
    expect(storedDrafts({ businessId: 'b2' })).toEqual([]);
  });
  it('is forgotten when emptied or sent', () => {
    const draft = { key, values, savedAt, version: null };
    keepDraft(place, draft);
    const empty = { ...values, caption: '  ', captionByPlatform: { twitter: ' ' }, photoIds: [] };
    keepDraft(place, { ...draft, values: empty });
    expect(storedDrafts(place)).toEqual([]);
    keepDraft(place, draft);
    forgetDraft(key);
    expect(storedDrafts(place)).toEqual([]);
  });
  it('is kept for the words of one platform alone', () => {
    keepDraft(place, { key, values: { ...values, caption: '', photoIds: [] }, savedAt, version: null });
    expect(storedDrafts(place)[0]?.values.captionByPlatform).toEqual({ twitter: 'Half' });
  });
  it('is one of several, the latest first, of which the oldest give way', () => {
    const days = Array.from({ length: MOST_DRAFTS + 1 }, (_, day) => `2026-11-0${day + 1}`);
    const kept = days.map((day) => ({ key: newDraftKey(place), values: { ...values, caption: day }, savedAt: day }));
    for (const draft of kept) {
      keepDraft(place, { ...draft, version: null });
    }
    expect(captions()).toEqual(days.slice(1).reverse());
    forgetDraft(kept[2]!.key);
    expect(captions()).toEqual(
      days
        .slice(1)
        .reverse()
        .filter((day) => day !== days[2]),
    );
  });
  it('is kept apart from changes to a post, which say to which version they were made', () => {
    const edited = { businessId: 'b1', post: { id: 'p1' } };
    const changes = { ...values, caption: '', photoIds: [], captionByPlatform: {} };
    const own = newDraftKey(edited);
    keepDraft(edited, { key: own, values: changes, savedAt, version: 3 });
    expect(storedDrafts(place)).toEqual([]);
    expect(storedDrafts({ businessId: 'b1', post: { id: 'p2' } })).toEqual([]);
    expect(storedDrafts(edited)).toMatchObject([{ version: 3, values: { caption: '' } }]);
    forgetDraft(own);
    expect(storedDrafts(edited)).toEqual([]);
  });
  it('survives broken and foreign content', () => {
    for (const text of ['{', 'null', '7', '{"values":{}}', '{"savedAt":"x","values":{"caption":3}}']) {
      localStorage.setItem(key, text);
      expect(storedDrafts(place)).toEqual([]);
    }
    localStorage.setItem(
      key,
      JSON.stringify({ savedAt: 'x', values: { caption: 'a', platforms: ['myspace', 'facebook'] } }),
    );
    expect(storedDrafts(place)[0]?.values.platforms).toEqual(['facebook']);
  });
  it('is also what an older release left, with its single photo', () => {
    localStorage.setItem(
      'postloom.composer.b1',
      JSON.stringify({ savedAt: 'x', values: { caption: '', photoId: 'p9', captionByPlatform: { tiktok: 7 } } }),
    );
    expect(storedDrafts(place)[0]?.values).toMatchObject({ photoIds: ['p9'], captionByPlatform: {} });
  });
});
