import type { Post, PostTarget } from '@postloom/contracts';

/** A target of Instagram in a state. */
export function aTarget(status: PostTarget['status'], publishedAt: string | null = null): PostTarget {
  return {
    platform: 'instagram',
    accountId: null,
    status,
    permalink: null,
    error: null,
    attempts: 0,
    publishedAt,
  };
}

/** A scheduled post for Instagram whose caption is its id. */
export function aPost(id: string, scheduledFor: string | null, ...targets: PostTarget[]): Post {
  return {
    id,
    caption: id,
    captionByPlatform: null,
    platforms: ['instagram'],
    status: 'scheduled',
    scheduledFor,
    photoId: null,
    photoIds: [],
    targets,
    source: 'manual',
    createdAt: '2026-11-01T00:00:00Z',
    updatedAt: '2026-11-01T00:00:00Z',
    version: 1,
  };
}
