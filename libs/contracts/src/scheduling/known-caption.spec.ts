import { describe, expect, it } from '@jest/globals';
import { knownCaption } from './known-caption.ts';

describe('the words that a post is known by', () => {
  const post = { caption: 'Shared', captionByPlatform: { twitter: 'For X' } };

  it('are those that go out', () => {
    expect(knownCaption({ ...post, platforms: ['twitter'] })).toBe('For X');
    expect(knownCaption({ ...post, platforms: ['twitter', 'facebook'] })).toBe('Shared');
    expect(knownCaption({ ...post, captionByPlatform: null, platforms: ['twitter'] })).toBe('Shared');
    expect(knownCaption({ ...post, platforms: [] })).toBe('Shared');
  });
});
