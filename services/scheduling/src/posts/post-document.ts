import type { Post } from '@postloom/contracts';
import type { PostRecord } from './post.ts';
import { shownStatus } from './post-status.ts';

/** The post as the API answers it. The one place that decides what leaves this service; its JSON is kept in `posts.doc`. */
export function postDocument(post: PostRecord): Post {
  return {
    id: post.id,
    caption: post.caption,
    captionByPlatform: post.captionByPlatform === null ? null : { ...post.captionByPlatform },
    platforms: post.targets.map((target) => target.platform),
    status: post.status,
    scheduledFor: post.dueAt?.toISOString() ?? null,
    photoId: post.photoIds[0] ?? null,
    photoIds: [...post.photoIds],
    targets: post.targets.map((target) => ({
      platform: target.platform,
      accountId: target.accountId,
      status: shownStatus(target.state),
      permalink: target.permalink,
      error: target.error === null ? null : { code: target.error.code, message: target.error.message },
      attempts: target.attempts,
      publishedAt: target.publishedAt?.toISOString() ?? null,
      ...(target.delayedUntil !== null && { delayedUntil: target.delayedUntil.toISOString() }),
    })),
    ...(post.preflight && { preflight: { errors: post.preflight.errors, warnings: post.preflight.warnings } }),
    source: post.source,
    createdAt: post.createdAt.toISOString(),
    updatedAt: post.updatedAt.toISOString(),
    version: post.version,
  };
}
