import { randomUUID } from 'node:crypto';
import { describe, it, jest } from '@jest/globals';
import { mediaEvents } from '@postloom/contracts';
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
import { LibraryModule } from './index.ts';

jest.setTimeout(1_200_000);
const figure = (line: string): void => void process.stdout.write(`  figure: ${line}\n`);

const photoFacts = (photoId: string) => ({
  photoId,
  sha256: 'a'.repeat(64),
  mimeType: 'image/jpeg',
  width: 1080,
  height: 1080,
  fileSize: 1_000,
  albumId: null,
  thumbnailPath: '/objects/thumbnail',
});

describe('the library, after shuffled events', () => {
  it(`counts the library after ${STORIES} shuffled stories of photos`, async () => {
    const database = await testDatabase('analytics', migrations);
    const service = await testService({
      service: 'analytics',
      database,
      migrations,
      imports: [LibraryModule],
      handles: [
        { event: mediaEvents.photoUploaded, handlers: ['library-grew'] },
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
      const told = await emitShuffled(service, events, 45);
      await endsAsTold('every photo is counted as its newest event says', expected, async () => {
        const found = await rowsOf<{ id: string; state: string }>(
          database.adminUrl,
          `SELECT photo_id AS id, CASE WHEN is_deleted THEN 'gone' ELSE 'there' END AS state FROM analytics.library_photos`,
        );
        return new Map(found.map(({ id, state }) => [id, state]));
      });
      figure(`F24: analytics, ${STORIES} stories of photos (${told} events): wrong end states 0`);
    } finally {
      await service.close();
      await database.drop();
    }
  });
});
