import { expect, it } from '@jest/globals';
import { ShutdownRegistry } from '@postloom/chassis';
import { eventually } from '@postloom/testing';
import { DiskRoom } from '../pictures/index.ts';
import { MediaUnderTest } from '../testing/media-under-test.ts';
import { jpeg } from '../testing/pictures.ts';
import { RenditionsWorker } from './index.ts';

it('pictures that wait for room on the disk are left for another process at once when their own stops', async () => {
  const media = await MediaUnderTest.start();
  try {
    const tenant = media.tenant();
    const { id } = await media.photo(tenant, await jpeg(1));
    const room = media.service.get(DiskRoom);
    const shutdown = media.service.get(ShutdownRegistry);
    await room.inFolder(tenant.caller.businessId, async (folder) => {
      await folder.reserve(Number.MAX_SAFE_INTEGER); // all that one business may have
      await media.sql(`UPDATE renditions SET state = 'pending', outputs = NULL, ready_at = now() WHERE id = $1`, [id]);
      media.service.get(RenditionsWorker).wake();
      await eventually('they wait', () => expect(room.waiting).toBe(1));
      await shutdown.run('stop-intake');
      await shutdown.run('drain');
      expect(
        await media.sql(
          `SELECT state, tries, lease_until > now() AS "isLeased", ready_at <= now() AS "isReady" FROM renditions WHERE id = $1`,
          [id],
        ),
      ).toEqual([{ state: 'pending', tries: 0, isLeased: false, isReady: true }]);
    });
  } finally {
    await media.close();
  }
});
