import { renditionNames } from '../pictures/index.ts';
import { objectKeys, Storage } from '../storage/index.ts';
import type { MediaUnderTest, Tenant } from './media-under-test.ts';

const BYTES = 1_000;
const WRITERS = 16;
/** Photos per statement. */
const PART = 5_000;

/** Photos in bulk, as rows and counted; the first `stored` of them also have their objects in storage. Returns the number of objects. */
export async function manyPhotos(
  media: MediaUnderTest,
  tenant: Tenant,
  count: number,
  stored: number,
): Promise<number> {
  const { businessId, payerId } = tenant.caller;
  const ids: string[] = [];
  for (let from = 1; from <= count; from += PART) {
    const made = await media.sql<{ id: string }>(
      `WITH made AS (
        INSERT INTO photos (id, business_id, payer_id, upload_id, filename, original_name, file_size, width, height, mime_type, sha256, status)
        SELECT gen_random_uuid(), $1, $2, 'many-' || n, n || '.jpg', n || '.jpg', $5, 100, 100, 'image/jpeg', repeat('0', 64), 'ready'
        FROM generate_series($3::int, $4::int) AS n RETURNING id),
      derived AS (
        INSERT INTO renditions (id, business_id, state, outputs, ready_at) SELECT id, $1, 'ready', '[]', 'infinity' FROM made)
      SELECT id FROM made`,
      [businessId, payerId, from, Math.min(count, from + PART - 1), BYTES],
    );
    ids.push(...made.map(({ id }) => id));
  }
  await media.sql(
    `INSERT INTO usage (payer_id, metric, period_start, used) VALUES ($1, 'storage', '1970-01-01Z', $2)
    ON CONFLICT (payer_id, metric, period_start) DO UPDATE SET used = usage.used + excluded.used`,
    [payerId, count * BYTES],
  );
  const keys = ids
    .slice(0, stored)
    .flatMap((id) => [
      objectKeys.original(businessId, id),
      ...Object.values(renditionNames).map((name) => objectKeys.rendition(businessId, id, name)),
    ]);
  const storage = media.service.get(Storage);
  const queue = keys.values();
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      for (const key of queue) {
        await storage.putBytes(key, Buffer.from('x'), 'image/jpeg');
      }
    }),
  );
  return keys.length;
}
