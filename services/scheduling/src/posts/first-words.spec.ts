import { describe, expect, it } from '@jest/globals';
import { firstWords } from './first-words.ts';
import type { Target } from './post.ts';

const targets = [{ platform: 'instagram' }, { platform: 'twitter' }] as Target[];

describe('the first words of a post', () => {
  it('are its caption in one line, cut with an ellipsis', () => {
    expect(firstWords({ caption: ' Latte art class,\n Saturday ', captionByPlatform: null, targets })).toBe(
      'Latte art class, Saturday',
    );
    const long = firstWords({ caption: '🥐'.repeat(91), captionByPlatform: null, targets });
    expect(long).toBe(`${'🥐'.repeat(89)}…`);
  });

  it('are no shared caption that nobody gets', () => {
    const captionByPlatform = { instagram: 'For Instagram', twitter: 'For X' };
    expect(firstWords({ caption: 'A note to Jo', captionByPlatform, targets })).toBe('For Instagram');
    expect(firstWords({ caption: 'Shared', captionByPlatform: { twitter: 'For X' }, targets })).toBe('Shared');
  });
});
