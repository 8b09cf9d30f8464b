import { randomUUID } from 'node:crypto';
import { describe, it, jest } from '@jest/globals';
import type { Platform } from '@postloom/contracts';
import { schedulingEvents } from '@postloom/contracts';
import {
  emitShuffled,
  endsAsTold,
  rowsOf,
  STORIES,
  storyLengths,
  testDatabase,
  testService,
  untold,
} from '@postloom/testing';
import type { Untold } from '@postloom/testing';
import { migrations } from '../migrations/index.ts';
import { UsesModule } from './index.ts';

jest.setTimeout(1_200_000);
const figure = (line: string): void => void process.stdout.write(`  figure: ${line}\n`);

describe('the uses of photos, after shuffled events', () => {
  it(`knows the uses of photos after ${STORIES} shuffled stories of posts`, async () => {
    const database = await testDatabase('media', migrations);
    const service = await testService({
      service: 'media',
      database,
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
          const data = { postId, status: 'scheduled' as const, platforms: ['x'], scheduledFor: null, photoIds: uses };
          const facts = { ...data, platforms: ['facebook' as Platform] };
          if (version === 1) {
            events.push(untold(schedulingEvents.postScheduled, { ...head, data: facts }));
          } else if (version < 5) {
            events.push(untold(schedulingEvents.postChanged, { ...head, data: facts }));
          } else {
            events.push(
              untold(schedulingEvents.postDeleted, { ...head, data: { postId, photoIds: [], targetIds: [] } }),
            );
          }
        }
        expected.set(postId, uses.join());
      }
      const told = await emitShuffled(service, events, 44);
      await endsAsTold('every post uses what its newest event says', expected, async () => {
        const found = await rowsOf<{ id: string; uses: string }>(
          database.adminUrl,
          `SELECT u.post_id AS id, coalesce(string_agg(p.photo_id::text, ','), '') AS uses
           FROM media.photo_uses u LEFT JOIN media.photo_posts p USING (post_id) GROUP BY u.post_id`,
        );
        return new Map(found.map(({ id, uses }) => [id, uses]));
      });
      figure(`F24: media, ${STORIES} stories of posts (${told} events): wrong end states 0`);
    } finally {
      await service.close();
      await database.drop();
    }
  });
});
