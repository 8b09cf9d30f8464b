import type { StoredError, Target } from './post.ts';

/** What the publisher tells about one round of a target. */
export type TargetNews = {
  readonly round: number;
  /** The envelope's version: grows with each event of this target. */
  readonly version: number;
  readonly attempts: number;
  readonly accountId: string;
} & (
  | { readonly kind: 'publishing' }
  | {
      readonly kind: 'published';
      readonly remoteId: string;
      readonly permalink: string | null;
      readonly publishedAt: Date;
    }
  | { readonly kind: 'delayed'; readonly error: StoredError; readonly until: Date }
  | { readonly kind: 'failed'; readonly error: StoredError }
  | { readonly kind: 'needs_attention'; readonly error: StoredError }
);

/** Between two events of the same version the one that says more holds. */
const weight = { dispatched: 0, delayed: 0, publishing: 1, needs_attention: 2, failed: 3, published: 4 } as const;

/**
 * The target after an event, or null when the event changes nothing. Events come late, twice and in any order, so:
 * published is final and true whenever it is told, whatever the round (and proof of it replaces a person's word); news of an older round than ours is history; a failure
 * is final within its round; otherwise only a newer version changes anything. A delayed target waits in the publisher's hands, with the
 * time and the reason, until other news of it come.
 */
export function afterNews(target: Target, news: TargetNews): Target | null {
  if (target.state === 'published' && !(target.isByWord && news.kind === 'published' && isProof(news))) {
    return null;
  }
  if (news.kind === 'published') {
    return {
      ...target,
      state: 'published',
      round: Math.max(target.round, news.round),
      attempts: Math.max(target.attempts, news.attempts),
      eventVersion: Math.max(target.eventVersion, news.version),
      accountId: news.accountId,
      remoteId: news.remoteId,
      permalink: news.permalink,
      publishedAt: news.publishedAt,
      error: null,
      delayedUntil: null,
      isByWord: false,
    };
  }
  if (target.state === 'cancelled' || target.state === 'draft' || news.round < target.round) {
    return null;
  }
  if (news.round === target.round && !isNewer(target, news)) {
    return null;
  }
  return {
    ...target,
    state: news.kind === 'delayed' ? 'dispatched' : news.kind,
    round: news.round,
    attempts: Math.max(target.attempts, news.attempts),
    eventVersion: news.version,
    error: news.kind === 'publishing' ? null : news.error,
    delayedUntil: news.kind === 'delayed' ? news.until : null,
  };
}

/** The publisher keeps a person's word under a name of its own and tells it back: no proof, and it knows less than the person said. */
function isProof({ remoteId }: { readonly remoteId: string }): boolean {
  return !remoteId.startsWith('person:');
}

function isNewer(target: Target, news: TargetNews): boolean {
  switch (target.state) {
    case 'published':
      return false;
    case 'failed':
      return news.kind === 'failed' && news.version > target.eventVersion;
    case 'dispatched':
    case 'publishing':
    case 'needs_attention':
      if (news.kind === 'failed') {
        return true;
      } // the end of a round, however late its other events come
      if (news.version !== target.eventVersion) {
        return news.version > target.eventVersion;
      }
      return weight[news.kind] > weight[target.state];
    case 'draft':
    case 'scheduled':
    case 'cancelled':
      return true;
  }
}
