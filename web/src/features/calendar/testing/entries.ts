import type { Occurrence, Post } from '@postloom/contracts';
import { entriesOf } from '../calendar-entries.ts';

/** What a daily schedule of Instagram will bring, in UTC. */
export function anOccurrence(localSlot: string, part: Partial<Occurrence> = {}): Occurrence {
  return {
    scheduleId: '00000000-0000-4000-8000-0000000000aa',
    localSlot,
    dueAt: `${localSlot}:00Z`,
    status: 'planned',
    reason: null,
    postId: null,
    photoId: null,
    caption: null,
    platforms: ['instagram'],
    ...part,
  };
}

/** The entry of a post. */
export function entryOf(post: Post) {
  const [entry] = entriesOf([post], []);
  if (!entry) {
    throw new Error('A post without a date has no entry.');
  }
  return entry;
}
