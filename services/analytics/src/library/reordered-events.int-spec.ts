import { randomUUID } from 'node:crypto';
import { describe, it, jest } from '@jest/globals';
import { mediaEvents } from '@postloom/contracts';
import { endAsTold, photoFacts, STORIES, storyLengths, testService, untold } from '@postloom/testing';
import type { Untold } from '@postloom/testing';
import { migrations } from '../migrations/index.ts';
import { LibraryModule } from './index.ts';

jest.setTimeout(1_200_000);

describe('the library, after shuffled events', () => {
  it(`counts the library after ${STORIES} shuffled stories of photos`, async () => {
    const service = await testService({
      service: 'analytics',
      migrations,
      imports: [LibraryModule],
      handles: [
        { event: mediaEvents.photoUploaded, handlers: ['library-grew'] },
        { event: mediaEvents.photoUpdated, handlers: ['album-changed'] },
        { event: mediaEvents.photoDeleted, handlers: ['library-shrank'] },
      ],
    });
    try {
      const events: Untold[] = [];
      const expected = new Map<string, string>();
      for (const length of storyLengths(5, 2)) {
        const [businessId, photoId] = [randomUUID(), randomUUID()];
        const head = { businessId, entityId: photoId };
        events.push(untold(mediaEvents.photoUploaded, { ...head, version: 1, data: photoFacts(photoId) }));
        if (length > 1) {
          events.push(untold(mediaEvents.photoDeleted, { ...head, version: 2, data: { photoId } }));
        }
        expected.set(photoId, length > 1 ? 'gone' : 'there');
      }
      await endAsTold({
        ...{ service, events, expected, seed: 45, what: 'analytics, stories of photos' },
        found: `SELECT photo_id AS id, CASE WHEN is_deleted THEN 'gone' ELSE 'there' END AS state FROM analytics.library_photos`,
      });
    } finally {
      await service.close();
    }
  });
});
