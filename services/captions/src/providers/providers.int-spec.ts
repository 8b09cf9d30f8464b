import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { HttpClient } from '@postloom/chassis';
import { metrics } from '../metrics.ts';
import { askProvider } from './ask-provider.ts';
import { AnthropicProvider } from './anthropic.provider.ts';
import { OpenAiProvider } from './openai.provider.ts';
import { ProviderError } from './provider.port.ts';
import type { TokenPrice } from './spending.ts';

const MEGABYTE = 1_000_000;

/** What the provider at the other end answers: the caption's text, the finish reason, and the tokens it read and wrote. */
const usual = {
  caption: 'Fresh bread.',
  ending: 'fine' as 'fine' | 'length' | 'filtered',
  tokens: [1_200, 80] as unknown[],
};
const answer = { ...usual };
const endings = {
  openai: { fine: 'stop', length: 'length', filtered: 'content_filter' },
  anthropic: { fine: 'tool_use', length: 'max_tokens', filtered: 'refusal' },
};

describe.each(['openai', 'anthropic'] as const)('the adapter of %s', (protocol) => {
  let sentBytes = 0;
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      const input = { caption: answer.caption, hashtags: ['bread'], analysis: 'A loaf.' };
      const [read, written] = answer.tokens;
      const ending = endings[protocol][answer.ending];
      const body = JSON.stringify(
        protocol === 'openai'
          ? {
              usage: { prompt_tokens: read, completion_tokens: written },
              choices: [
                { index: 0, finish_reason: ending, message: { role: 'assistant', content: JSON.stringify(input) } },
              ],
            }
          : {
              type: 'message',
              usage: { input_tokens: read, output_tokens: written },
              stop_reason: ending,
              content: ending === 'refusal' ? [] : [{ type: 'tool_use', id: 't', name: 'x', input }],
            },
      );
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(body, () => {
        sentBytes = body.length;
      });
      response.on('error', () => undefined);
    });
  });
  const http = new HttpClient({ allowPrivate: true });
  let baseUrl: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    http.close();
    server.closeAllConnections();
    server.close();
  });

  beforeEach(() => {
    Object.assign(answer, usual);
  });

  const generate = (price?: TokenPrice) => {
    const settings = { http, apiKey: 'a key', baseUrl, model: 'model', price };
    const provider =
      protocol === 'openai' ? new OpenAiProvider({ id: 'openai', ...settings }) : new AnthropicProvider(settings);
    return askProvider(provider, {
      ...{ system: 's', prompt: 'p', image: Buffer.from('x'), mimeType: 'image/jpeg' },
      ...{ signal: AbortSignal.timeout(10_000), timeoutMs: 10_000 },
    });
  };
  const reason = (): Promise<unknown> =>
    generate().then(
      () => 'answered',
      (error: unknown) => (error instanceof ProviderError ? error.reason : error),
    );

  it('gives the answer', async () => {
    expect(await generate()).toEqual({ caption: 'Fresh bread.', hashtags: ['bread'], analysis: 'A loaf.' });
  });

  it('reads an answer of 48 kB, and of 5 MB only the beginning, at hardly any cost for the thread', async () => {
    Object.assign(answer, { caption: 'x'.repeat(48_000), ending: 'fine' });
    expect((await generate()).caption).toHaveLength(48_000);
    Object.assign(answer, { caption: 'x'.repeat(5 * MEGABYTE), ending: 'fine' });
    sentBytes = 0;
    const before = process.threadCpuUsage();
    expect(await reason()).toBe('too_long');
    const { user, system } = process.threadCpuUsage(before);
    // Half of it is the stand-in's own work: it makes the 5 MB.
    expect((user + system) / 1_000).toBeLessThan(100);
    expect(sentBytes).toBe(0); // the connection was closed
  });

  it.each([
    ['length', 'cut_off'],
    ['filtered', 'refused'],
  ] as const)('knows an answer that ended by %s', async (ending, expected) => {
    Object.assign(answer, { caption: 'Fresh bread from the', ending });
    expect(await reason()).toBe(expected);
  });

  describe('is counted:', () => {
    const tokens = (kind: 'read' | 'written') => metrics.tokensTotal.value({ provider: protocol, kind });
    const dollars = () => metrics.costDollarsTotal.value({ provider: protocol });
    const figures = async (): Promise<readonly number[]> => [
      await tokens('read'),
      await tokens('written'),
      await dollars(),
    ];
    const grownBy = async (work: () => Promise<unknown>): Promise<number[]> => {
      const before = await figures();
      await work();
      return (await figures()).map((figure, index) => Number((figure - (before[index] ?? 0)).toFixed(6)));
    };

    it('its tokens, and at a price their cost', async () => {
      expect(await grownBy(() => generate())).toEqual([1_200, 80, 0]);
      expect(await grownBy(() => generate({ read: 2.5, written: 10 }))).toEqual([1_200, 80, 0.0038]);
    });

    it('also those of an answer that is of no use', async () => {
      answer.ending = 'length';
      expect(await grownBy(reason)).toEqual([1_200, 80, 0]);
    });

    it.each([[[undefined, undefined]], [['many', -3]], [[null, 'x']]])('no tokens when it reports %j', async (odd) => {
      answer.tokens = odd;
      expect(await grownBy(async () => expect(await reason()).toBe('answered'))).toEqual([0, 0, 0]);
    });

    it('the time of each call, by its outcome', async () => {
      const calls = (outcome: string) => metrics.providerCallSeconds.count({ provider: protocol, outcome });
      const before = [await calls('done'), await calls('cut_off')];
      await generate();
      answer.ending = 'length';
      await reason();
      expect([await calls('done'), await calls('cut_off')]).toEqual(before.map((count) => count + 1));
    });
  });
});
