import type { Occurrence } from '@postloom/contracts';

/** What a daily schedule of Instagram will bring, in UTC. */
export function anOccurrence(localSlot: string, facts: Partial<Occurrence> = {}): Occurrence {
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
    ...facts,
  };
}
