import { describe, expect, it } from 'vitest';
import { emptyDraft, generated, remainingText, undoneText, withHashtags } from './caption-draft.ts';

describe('a caption draft', () => {
  it('keeps own words for Undo when a generation replaces them', () => {
    const draft = generated(emptyDraft, 'My own words', 'Written', 'casual');
    expect(undoneText(draft, 'Written')).toBe('My own words');
    expect(undoneText(draft, 'My own words')).toBeNull();
  });
  it('keeps an edited generation too', () => {
    const draft = generated(generated(emptyDraft, '', 'First', 'casual'), 'First, edited', 'Second', 'artistic');
    expect(undoneText(draft, 'Second')).toBe('First, edited');
  });
  it('offers no Undo when only a generated text was replaced', () => {
    const draft = generated(generated(emptyDraft, '', 'First', 'casual'), 'First', 'Second', 'artistic');
    expect(undoneText(draft, 'Second')).toBeNull();
    expect(draft.versions).toEqual(['First', 'Second']);
  });
  it('forgets the replaced text once the person types on', () => {
    expect(undoneText(generated(emptyDraft, 'Mine', 'Written', 'casual'), 'Written and more')).toBeNull();
  });
});

describe('hashtags', () => {
  it('come after a blank line, each with one #', () => {
    expect(withHashtags(' Fresh bread. ', ['bread', '#bakery', '##queens', ' '])).toBe(
      'Fresh bread.\n\n#bread #bakery #queens',
    );
    expect(withHashtags('Fresh bread.', [])).toBe('Fresh bread.');
  });
});

describe('remaining captions', () => {
  it('are never negative and silent without a limit', () => {
    expect(remainingText({ captionsUsed: 8, captionsLimit: 20 })).toBe('12 of 20 AI captions left this month');
    expect(remainingText({ captionsUsed: 1, captionsLimit: 2000 })).toBe('1,999 of 2,000 AI captions left this month');
    expect(remainingText({ captionsUsed: 25, captionsLimit: 20 })).toBe('0 of 20 AI captions left this month');
    expect(remainingText({ captionsUsed: 3, captionsLimit: -1 })).toBeNull();
  });
});
