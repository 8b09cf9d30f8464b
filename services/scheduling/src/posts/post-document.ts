import type { Post } from '@postloom/contracts';
import { contentOf } from './post-content.ts';
import type { PostRecord } from './post.ts';
import { shownStatus } from './post-status.ts';

/**
 * The version of a post's JSON: raise it with every change of `postDocument`. A document of an earlier version is rendered again by the
 * next read that shows it; one of a later version, which a newer pod has written during a rollout, is shown as it is.
 */
export const DOC_VERSION = 2;

/** SQL condition on `posts`: there is no document, or one of an earlier version. */
export const isStale = `(doc IS NULL OR doc_version < ${DOC_VERSION})`;

/** SQL aggregate over `posts`: ids of those without a current document, at most as many as one transaction renders. */
export const staleIds = `coalesce((array_agg(id) FILTER (WHERE ${isStale}))[1:1000], '{}')`;

/** The post as the API answers it. The only place that decides what leaves this service; its JSON is stored in `posts.doc`. */
export function postDocument(post: PostRecord): Post {
  const { photoIdsByPlatform, ...content } = contentOf(post);
  return {
    id: post.id,
    ...content,
    platforms: post.targets.map((target) => target.platform),
    status: post.status,
    scheduledFor: post.dueAt?.toISOString() ?? null,
    photoId: post.photoIds[0] ?? null,
    photoIds: [...post.photoIds],
    ...(photoIdsByPlatform && { photoIdsByPlatform: photoIdsByPlatform as Record<string, string[]> }),
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
