import { describe, expect, it } from 'vitest';
import { edited, generated, remainingText, startDraft, undone, withHashtags } from './caption-draft.ts';

describe('a caption draft', () => {
  it('keeps own words for Undo when a generation replaces them', () => {
    const draft = generated(edited(startDraft(), 'My own words'), 'Written');
    expect(draft.text).toBe('Written');
    expect(undone(draft).text).toBe('My own words');
    expect(undone(undone(draft)).text).toBe('My own words');
  });
  it('keeps an edited generation too', () => {
    const draft = generated(edited(generated(startDraft(), 'First'), 'First, edited'), 'Second');
    expect(undone(draft).text).toBe('First, edited');
  });
  it('offers no Undo when only a generated text was replaced', () => {
    const draft = generated(generated(startDraft(), 'First'), 'Second');
    expect(draft.replaced).toBeNull();
    expect(draft.versions).toEqual(['First', 'Second']);
  });
  it('forgets the replaced text once the person types on', () => {
    const draft = edited(generated(edited(startDraft(), 'Mine'), 'Written'), 'Written and more');
    expect(draft.replaced).toBeNull();
  });
});

describe('hashtags', () => {
  it('stand after a blank line, each with one #', () => {
    expect(withHashtags(' Fresh bread. ', ['bread', '#bakery', '##queens', ' '])).toBe(
      'Fresh bread.\n\n#bread #bakery #queens',
    );
    expect(withHashtags('Fresh bread.', [])).toBe('Fresh bread.');
  });
});

describe('remaining captions', () => {
  it('are never negative and silent without a limit', () => {
    expect(remainingText({ captionsUsed: 8, captionsLimit: 20 })).toBe('12 of 20 AI captions left this month');
    expect(remainingText({ captionsUsed: 25, captionsLimit: 20 })).toBe('0 of 20 AI captions left this month');
    expect(remainingText({ captionsUsed: 3, captionsLimit: -1 })).toBeNull();
  });
});
