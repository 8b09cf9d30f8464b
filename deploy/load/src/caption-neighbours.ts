/**
 * Everything around captions, in a process of its own: identity and media as far as a caption needs them, and a provider that takes its
 * time. The provider's answer says in its analysis how many milliseconds it took.
 */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from '@nats-io/transport-node';
import { identityRpc, mediaRpc } from '../../../libs/contracts/src/index.ts';
import type { Business } from '../../../libs/contracts/src/index.ts';
import { stubRpc } from '../../../libs/testing/src/stub-rpc.ts';
import sharp from 'sharp';

/** What the starter sends as soon as this process runs. */
export interface NeighboursOrder {
  readonly natsUrl: string;
  readonly providerMs: number;
}

export interface NeighboursReady {
  readonly providerUrl: string;
  readonly mediaUrl: string;
  readonly pictureBytes: number;
}

const WIDTH = 800;
const HEIGHT = 1_000;
const syllables = ['ba', 'ke', 'lo', 'mi', 'ra', 'su', 'ti', 've', 'wo', 'za', 'fe', 'gu'];

const some = <T>(all: readonly T[]): T => all[randomInt(all.length)] as T;
/** No two captions of a business say the same. */
const words = (count: number): string =>
  Array.from({ length: count }, () => Array.from({ length: 3 }, () => some(syllables)).join('')).join(' ');

async function serve(handler: RequestListener): Promise<string> {
  const server = createServer(handler);
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** As a photo compresses: noise under a little blur. */
function photo(): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#b5651d', noise } })
    .blur(2)
    .jpeg({ quality: 82 })
    .toBuffer();
}

const provider =
  (providerMs: number): RequestListener =>
  (request, response) => {
    request.resume().on('end', () => {
      const received = performance.now();
      setTimeout(() => {
        const answer = () => ({
          ...{ caption: `${words(14)}.`, hashtags: ['bread', 'bakery', 'morning'] },
          analysis: (performance.now() - received).toFixed(3),
        });
        const head = { id: 'chatcmpl-1', object: 'chat.completion', model: 'gpt-4o' };
        const message = { role: 'assistant', content: JSON.stringify(answer()), refusal: null };
        response.writeHead(200, { 'content-type': 'application/json' }).end(
          JSON.stringify({
            ...head,
            choices: [{ index: 0, finish_reason: 'stop', message }],
            usage: { prompt_tokens: 1_200, completion_tokens: 90, total_tokens: 1_290 },
          }),
        );
      }, providerMs);
    });
  };

async function start({ natsUrl, providerMs }: NeighboursOrder): Promise<NeighboursReady> {
  const picture = await photo();
  const connection = await connect({ servers: natsUrl });
  const nats = { connection: () => Promise.resolve(connection) };
  await stubRpc(nats, identityRpc.businessGet, ({ id }) => profile(id));
  await stubRpc(nats, identityRpc.planGet, (input) => ({
    ...{ payerId: 'payerId' in input ? input.payerId : '', tier: 'agency' as const },
    ...{ periodAnchor: '2026-01-31T10:00:00.000Z', version: 1 },
  }));
  await stubRpc(nats, mediaRpc.photoSource, ({ photoId }) => ({
    ...{ photoId, sha256: '0'.repeat(64), mimeType: 'image/jpeg', width: WIDTH, height: HEIGHT },
    ...{ bytes: picture.length, altText: null, publicPath: '/x', internalPath: `/${photoId}` },
  }));
  return {
    providerUrl: await serve(provider(providerMs)),
    mediaUrl: await serve((_request, response) => response.end(picture)),
    pictureBytes: picture.length,
  };
}

function profile(id: string): Business {
  return {
    ...{ id, name: `Bakery ${id.slice(0, 4)}`, industryType: 'restaurant', customIndustryName: null },
    ...{ customAiPrompt: 'Mention that we bake at night.', description: 'A bakery in the old town since 1961.' },
    ...{ brandColors: null, businessLocation: 'Bristol', businessTone: 'friendly', targetAudience: 'neighbors' },
    ...{ businessSpecialty: 'sourdough', uniqueSellingPoint: 'wood oven', keyServices: 'bread and cakes' },
    ...{ businessPersonality: 'warm', timeZone: 'Europe/London', lateLimitMinutes: 360, role: 'owner', version: 1 },
    ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
  };
}

process.once('disconnect', () => process.exit());
process.once('message', (order: NeighboursOrder) => {
  void start(order).then((ready) => process.send?.(ready));
});
