import { randomUUID } from 'node:crypto';
import { describe, it, jest } from '@jest/globals';
import type { Platform } from '@postloom/contracts';
import { schedulingEvents } from '@postloom/contracts';
import { endAsTold, STORIES, storyLengths, testService, untold } from '@postloom/testing';
import type { Untold } from '@postloom/testing';
import { migrations } from '../migrations/index.ts';
import { UsesModule } from './index.ts';

jest.setTimeout(1_200_000);

describe('the uses of photos, after shuffled events', () => {
  it(`knows the uses of photos after ${STORIES} shuffled stories of posts`, async () => {
    const service = await testService({
      service: 'media',
      migrations,
      imports: [UsesModule],
      handles: [
        { event: schedulingEvents.postScheduled, handlers: ['use-scheduled'] },
        { event: schedulingEvents.postChanged, handlers: ['use-changed'] },
        { event: schedulingEvents.postDeleted, handlers: ['use-ended'] },
      ],
    });
    try {
      const events: Untold[] = [];
      const expected = new Map<string, string>();
      for (const length of storyLengths(4, 5)) {
        const [businessId, postId] = [randomUUID(), randomUUID()];
        let uses: string[] = [];
        for (let version = 1; version <= length; version += 1) {
          const head = { businessId, entityId: postId, version };
          uses = version === 5 ? [] : [randomUUID()];
          const platforms: Platform[] = ['facebook'];
          const data = { postId, status: 'scheduled' as const, platforms, scheduledFor: null, photoIds: uses };
          if (version === 1) {
            events.push(untold(schedulingEvents.postScheduled, { ...head, data }));
          } else if (version < 5) {
            events.push(untold(schedulingEvents.postChanged, { ...head, data }));
          } else {
            events.push(
              untold(schedulingEvents.postDeleted, { ...head, data: { postId, photoIds: [], targetIds: [] } }),
            );
          }
        }
        expected.set(postId, uses.join());
      }
      await endAsTold({
        ...{ service, events, expected, seed: 44, what: 'media, stories of posts' },
        found: `SELECT u.post_id AS id, coalesce(string_agg(p.photo_id::text, ','), '') AS state
          FROM media.photo_uses u LEFT JOIN media.photo_posts p USING (post_id) GROUP BY u.post_id`,
      });
    } finally {
      await service.close();
    }
  });
});
