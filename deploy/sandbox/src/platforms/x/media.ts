import type { Call } from '../../http/call.ts';
import { json } from '../../http/reply.ts';
import type { Reply } from '../../http/reply.ts';
import type { Route } from '../../http/router.ts';
import { asMedia, measure } from '../../media/measure.ts';
import { snowflake } from '../../world/ids.ts';
import type { Upload, World } from '../../world/world.ts';
import { invalidRequest, xAccount } from './problems.ts';
import type { RateLimits } from './rate-limits.ts';

const largestImage = 5 * 1024 * 1024;
const largestGif = 15 * 1024 * 1024;
const daySeconds = 86_400;

/** One-shot picture upload, its status, its alternative text. */
export function xMedia(world: World, limits: RateLimits): Route[] {
  return [
    {
      method: 'POST',
      path: '/x/2/media/upload',
      kind: 'prepare',
      media: true,
      handle: (call) => upload(world, limits, call),
    },
    { method: 'GET', path: '/x/2/media/upload', kind: 'status', handle: (call) => status(world, limits, call) },
    { method: 'POST', path: '/x/2/media/metadata', kind: 'prepare', handle: (call) => metadata(world, limits, call) },
  ];
}

/** The caller's upload, undefined when it is gone. */
export function ownUpload(world: World, accountId: string, id: string): Upload | undefined {
  const found = world.uploads.get(id);
  if (found?.accountId !== accountId) {
    return undefined;
  }
  return world.tokenClock() - found.createdAt < daySeconds * 1000 ? found : undefined;
}

async function upload(world: World, limits: RateLimits, call: Call): Promise<Reply> {
  const { account } = xAccount(world, call, 'media.write');
  limits.take(call, account.id, 'POST /2/media/upload', 500);
  const category = call.body.fields['media_category'] ?? '';
  if (category !== 'tweet_image' && category !== 'tweet_gif') {
    invalidRequest('media_category', category, `media_category: [${category}] is not one of [tweet_image,tweet_gif]`);
  }
  const inline = call.body.fields['media'];
  const bytes =
    call.body.files.find((file) => file.field === 'media')?.bytes ??
    (inline === undefined ? undefined : Buffer.from(inline, 'base64'));
  if (!bytes || bytes.length === 0) {
    invalidRequest('media', '', 'media: is required');
  }
  const measured = measure(bytes);
  if (measured.format === null || measured.format === 'bmp' || measured.format === 'tiff') {
    invalidRequest('media', measured.mimeType, 'media: the type is not supported; use JPG, PNG, WEBP or GIF');
  }
  const most = measured.format === 'gif' ? largestGif : largestImage;
  if (measured.bytes > most) {
    invalidRequest('media', String(measured.bytes), `media: file size exceeds ${most} bytes`);
  }
  await world.media.keep(measured, bytes);
  const item: Upload = {
    id: snowflake(Date.now()),
    accountId: account.id,
    media: asMedia(measured),
    altText: null,
    createdAt: world.tokenClock(),
    stuck: call.fault?.mode === 'processing_forever',
    used: false,
  };
  await world.uploads.set(item.id, item);
  return json({ data: describe(item) });
}

function describe(item: Upload): Record<string, unknown> {
  return {
    id: item.id,
    media_key: `3_${item.id}`,
    size: item.media.bytes,
    expires_after_secs: daySeconds,
    ...(item.stuck ? { processing_info: { state: 'in_progress', check_after_secs: 1, progress_percent: 50 } } : {}),
  };
}

function status(world: World, limits: RateLimits, call: Call): Reply {
  const { account } = xAccount(world, call, 'media.write');
  limits.take(call, account.id, 'GET /2/media/upload', 1000);
  const id = call.query.get('media_id') ?? '';
  const item = ownUpload(world, account.id, id);
  if (!item) {
    invalidRequest('media_id', id, 'Invalid media id');
  }
  return json({ data: describe(item) });
}

async function metadata(world: World, limits: RateLimits, call: Call): Promise<Reply> {
  const { account } = xAccount(world, call, 'media.write');
  limits.take(call, account.id, 'POST /2/media/metadata', 500);
  const body = call.body.json as { id?: unknown; metadata?: { alt_text?: { text?: unknown } } } | undefined;
  const id = String(body?.id ?? '');
  const text = body?.metadata?.alt_text?.text;
  const item = ownUpload(world, account.id, id);
  if (!item) {
    invalidRequest('id', id, 'Invalid media id');
  }
  if (typeof text !== 'string' || text.length > 1000) {
    invalidRequest('metadata.alt_text.text', '', 'alt_text: at most 1000 characters');
  }
  await world.uploads.set(id, { ...item, altText: text });
  return json({ data: { id, associated_metadata: { alt_text: { text } } } });
}
