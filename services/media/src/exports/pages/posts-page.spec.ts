import { describe, expect, it } from '@jest/globals';
import type { Post } from '@postloom/contracts';
import { postsPage } from './posts-page.ts';

const post: Post = {
  ...{ id: 'p', caption: 'Shared <b>', captionByPlatform: null, platforms: ['instagram', 'twitter'], status: 'draft' },
  ...{ scheduledFor: null, photoId: null, photoIds: [], targets: [], source: 'manual', version: 1 },
  ...{ createdAt: '2026-11-20T09:00:00Z', updatedAt: '2026-11-20T09:00:00Z' },
};
const shown = (captionByPlatform: Post['captionByPlatform']) =>
  [
    ...postsPage({ path: 'a.html', title: 'Posts' }, [{ ...post, captionByPlatform }], new Map(), 'UTC').matchAll(
      /<p class="(?:words|muted)">(.*?)<\/p>/g,
    ),
  ].map(([, text]) => text);

describe('the words of a post in an export', () => {
  it('are the shared caption, and beside it what a platform gets instead', () => {
    expect(shown(null)).toEqual(['Shared &#60;b&#62;']);
    expect(shown({ twitter: 'For <X>' })).toEqual(['Shared &#60;b&#62;', 'X:', 'For &#60;X&#62;']);
  });

  it('are those of each platform where nobody gets the shared caption', () => {
    expect(shown({ twitter: 'For X', instagram: 'For all', facebook: 'Nowhere' })).toEqual([
      ...['Instagram:', 'For all'],
      ...['X:', 'For X'],
    ]);
  });
});
