import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HttpClient } from '@postloom/chassis';
import { AnthropicProvider } from './anthropic.provider.ts';
import { OpenAiProvider } from './openai.provider.ts';
import { ProviderError } from './provider.port.ts';

const MEGABYTE = 1_000_000;

/** What the provider at the other end answers: the caption's text, and the finish reason. */
const answer = { caption: 'Fresh bread.', ending: 'fine' as 'fine' | 'length' | 'filtered' };
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
      const ending = endings[protocol][answer.ending];
      const body = JSON.stringify(
        protocol === 'openai'
          ? {
              choices: [
                { index: 0, finish_reason: ending, message: { role: 'assistant', content: JSON.stringify(input) } },
              ],
            }
          : {
              type: 'message',
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

  const generate = () => {
    const settings = { http, apiKey: 'a key', baseUrl, model: 'model' };
    const provider =
      protocol === 'openai' ? new OpenAiProvider({ id: 'openai', ...settings }) : new AnthropicProvider(settings);
    return provider.generate({
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
    Object.assign(answer, { caption: 'Fresh bread.', ending: 'fine' });
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
});
