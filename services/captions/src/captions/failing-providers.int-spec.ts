import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aiProviders, captionsRpc } from '@postloom/contracts';
import { CaptionsUnderTest, refusal } from '../testing/captions-under-test.ts';

/** The fault matrix wants 1,000, which take three minutes of waiting: F34_CALLS=1000. */
const CALLS = Number(process.env['F34_CALLS'] ?? 100);
/** So many at a time. */
const PEOPLE = 50;
const BUSINESSES = 60;
const failed = { code: 'caption_failed', message: 'Failed to generate caption. Please try again.' };
const name = { openai: 'OPENAI', anthropic: 'ANTHROPIC', grok: 'XAI' } as const;

/** How a provider fails, by turns. */
const ways: readonly RequestListener[] = [
  (_request, response) => void response.writeHead(429, { 'retry-after': '7' }).end('{}'),
  (_request, response) => void response.writeHead(500).end('{}'),
  () => undefined, // hangs
  (request) => request.socket.resetAndDestroy(),
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"choices":[', () => response.destroy());
  },
];

/** Whatever the providers do, the sentence of the specification comes within 20 s and costs nothing. */
describe('providers that fail (F34)', () => {
  let server: Server;
  let captions: CaptionsUnderTest;
  beforeAll(async () => {
    let asked = 0;
    server = createServer((request, response) => {
      response.on('error', () => undefined);
      request.resume().on('end', () => ways[(asked += 1) % ways.length]?.(request, response));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    captions = await CaptionsUnderTest.start({
      // All of them are really asked, and none waits for its turn.
      AI_REST_AFTER: '1000',
      ...Object.fromEntries(
        Object.values(name).flatMap((one) => [
          [`${one}_API_KEY`, 'x'],
          [`${one}_BASE_URL`, url],
          [`${one}_CALLS`, '1000'],
        ]),
      ),
    });
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await captions.close();
  });

  it(`${CALLS} calls by 429, 500, silence and broken connections: the sentence within 20 s, none counted`, async () => {
    const tenants = await Promise.all(
      Array.from({ length: BUSINESSES }, async (_, index) => {
        const tenant = captions.tenant({}, 'agency');
        const provider = aiProviders[index % aiProviders.length]?.id ?? 'openai';
        await captions.rpc(captionsRpc.aiSettingsSet, { provider, failover: index % 4 === 0 }, tenant);
        return { tenant, photoId: await captions.picture(tenant) };
      }),
    );
    const ask = async (index: number) => {
      const { tenant, photoId } = tenants[index % BUSINESSES] ?? {};
      if (tenant === undefined || photoId === undefined) {
        throw new Error('there are no tenants');
      }
      const from = performance.now();
      const outcome = await refusal(captions.generate(tenant, photoId));
      return { outcome, ms: performance.now() - from };
    };
    const all = await Promise.all(
      Array.from({ length: PEOPLE }, async (_, person) => {
        const own: Awaited<ReturnType<typeof ask>>[] = [];
        for (let call = person; call < CALLS; call += PEOPLE) {
          own.push(await ask(call));
        }
        return own;
      }),
    );
    const answers = all.flat();
    const waits = answers.map(({ ms }) => ms).toSorted((one, other) => one - other);
    const p99 = waits[Math.floor(CALLS * 0.99)] ?? Infinity;
    process.stdout.write(
      `F34: p99 ${(p99 / 1_000).toFixed(1)} s, longest ${((waits.at(-1) ?? 0) / 1_000).toFixed(1)} s\n`,
    );
    expect(answers.filter(({ outcome }) => JSON.stringify(outcome) !== JSON.stringify(failed))).toEqual([]);
    expect(waits.at(-1)).toBeLessThan(20_000);
    const [charged] = await captions.sql(`SELECT sum(used)::int AS used, sum(reserved)::int AS reserved FROM usage`);
    expect(charged).toEqual({ used: 0, reserved: 0 });
    const states = await captions.sql('SELECT state, count(*)::int AS n FROM generations GROUP BY 1');
    expect(states).toEqual([{ state: 'failed', n: CALLS }]);
  }, 240_000);
});
