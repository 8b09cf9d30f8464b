import type { SearchKind } from '@postloom/contracts';
import { listOf } from '#lib/words.ts';

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const texts = {
  groups: {
    photos: 'Photos',
    albums: 'Albums',
    posts: 'Posts',
    schedules: 'Schedules',
    businesses: 'Switch business',
  } satisfies Record<SearchKind, string>,
  settings: 'Settings',
  searchIn: (business: string) => `Search ${business}`,
  paused: 'Paused',
  /** What could not be searched; nothing is named when the whole search failed. */
  missing: (missing: readonly SearchKind[]) =>
    `${missing.length === 0 ? 'Posts and photos' : capital(listOf(missing))} could not be searched.`,
  offline: 'You’re offline. You can search posts and photos once you’re back online.',
  /** To whom several belong. */
  oneBusiness: 'Only the business you’re in is searched. Switch to another one to search there.',
  shortcuts: 'Keyboard shortcuts',
  singleKeys: 'Use single keys',
  singleKeysHint: 'N, T, and ? on their own. Turn them off if you dictate or often press keys by accident.',
};
