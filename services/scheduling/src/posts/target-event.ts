import type { StoredError, Target } from './post.ts';

/** What the publisher reports about one round of a target. */
export type TargetEvent = {
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
  | {
      readonly kind: 'delayed';
      readonly error: StoredError;
      readonly until: Date;
      /** Number of failed attempts; null when none failed and a limit delays it. */
      readonly failures: number | null;
    }
  | { readonly kind: 'failed'; readonly error: StoredError }
  | { readonly kind: 'needs_attention'; readonly error: StoredError }
);

/** Of two events of the same version the one with the higher weight wins. */
const weight = { dispatched: 0, delayed: 0, publishing: 1, needs_attention: 2, failed: 3, published: 4 } as const;

/**
 * The target after an event, or null when the event changes nothing. Events arrive late, twice and in any order, so: published is final and
 * true whenever it arrives, whatever the round (and proof of it replaces a person's resolution); an event of an earlier round is ignored; a
 * failure is final within its round; otherwise only a newer version changes anything. A delayed target stays with the publisher, with the
 * time and the reason, until the next event about it.
 */
export function afterEvent(target: Target, event: TargetEvent): Target | null {
  if (target.state === 'published' && !(target.isByResolution && event.kind === 'published' && isProof(event))) {
    return null;
  }
  if (event.kind === 'published') {
    return {
      ...target,
      state: 'published',
      round: Math.max(target.round, event.round),
      attempts: Math.max(target.attempts, event.attempts),
      eventVersion: Math.max(target.eventVersion, event.version),
      accountId: event.accountId,
      remoteId: event.remoteId,
      permalink: event.permalink,
      publishedAt: event.publishedAt,
      error: null,
      delayedUntil: null,
      isByResolution: false,
    };
  }
  if (target.state === 'cancelled' || target.state === 'draft' || event.round < target.round) {
    return null;
  }
  if (event.round === target.round && !isNewer(target, event)) {
    return null;
  }
  return {
    ...target,
    state: event.kind === 'delayed' ? 'dispatched' : event.kind,
    round: event.round,
    attempts: Math.max(target.attempts, event.attempts),
    eventVersion: event.version,
    error: event.kind === 'publishing' ? null : event.error,
    delayedUntil: event.kind === 'delayed' ? event.until : null,
  };
}

/**
 * The publisher stores a person's resolution under a name of its own and reports it back: that is no proof, and carries less than the
 * person gave.
 */
function isProof({ remoteId }: { readonly remoteId: string }): boolean {
  return !remoteId.startsWith('person:');
}

function isNewer(target: Target, event: TargetEvent): boolean {
  switch (target.state) {
    case 'published':
      return false;
    case 'failed':
      return event.kind === 'failed' && event.version > target.eventVersion;
    case 'dispatched':
    case 'publishing':
    case 'needs_attention':
      if (event.kind === 'failed') {
        return true;
      } // the round has ended, however late its other events arrive
      if (event.version !== target.eventVersion) {
        return event.version > target.eventVersion;
      }
      return weight[event.kind] > weight[target.state];
    case 'draft':
    case 'scheduled':
    case 'cancelled':
      return true;
  }
}
