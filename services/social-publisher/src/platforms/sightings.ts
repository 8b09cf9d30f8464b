import type { Finding, Sighting } from './platform.port.ts';

/** A post as a platform lists it. */
export interface ListedPost {
  readonly remoteId: string | null;
  readonly text: string;
  readonly at: Date;
  readonly permalink: string | null;
}

/** Those posts that carry our text and were made at or after `since`: never "the newest one". */
export function ours(posts: readonly ListedPost[], since: Date, isOurText: (text: string) => boolean): Sighting[] {
  return posts.flatMap(({ remoteId, text, at, permalink }): Sighting[] =>
    remoteId !== null && at >= since && isOurText(text) ? [{ remoteId, at, permalink }] : [],
  );
}

/** The result of a complete search: oldest first. */
export function seen(sightings: readonly Sighting[]): Extract<Finding, { kind: 'seen' }> {
  return {
    kind: 'seen',
    sightings: [...sightings].sort((one, other) => one.at.getTime() - other.at.getTime()),
  };
}
