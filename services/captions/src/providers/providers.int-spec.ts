import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { HttpClient } from '@postloom/chassis';
import { metrics } from '../metrics.ts';
import { askProvider } from './ask-provider.ts';
import { AnthropicProvider } from './anthropic.provider.ts';
import { OpenAiProvider } from './openai.provider.ts';
import { ProviderError } from './provider-error.ts';
import { nothingUsed, together } from './spending.ts';
import type { TokenPrice } from './spending.ts';
import { errors } from '../testing/provider-errors.ts';

const MEGABYTE = 1_000_000;
const field = { type: 'string' };
const shape = {
  ...{ name: 'caption', description: 'A caption.', maxTokens: 1_000 },
  fields: { caption: field, hashtags: field, analysis: field },
};

/** What the provider at the other end answers: the caption's text, the finish reason, and the tokens it read and wrote. */
const usual = {
  caption: 'Fresh bread.',
  ending: 'fine' as 'fine' | 'length' | 'filtered' | 'full',
  /** Null: the answer has no usage at all. */
  tokens: [1_200, 80] as unknown[] | null,
  /** In the place of all that. */
  instead: null as { status: number; headers?: Record<string, string>; body: unknown } | null,
  /** Milliseconds between the two halves of the body. */
  pauseMs: 0,
  /** Of an answer in pieces: the connection breaks, it ends without saying so, or an error stands in it. */
  breaks: null as 'reset' | 'silent' | 'error' | null,
};
const answer = { ...usual };
const endings = {
  openai: { fine: 'stop', length: 'length', full: 'length', filtered: 'content_filter' },
  grok: { fine: 'stop', length: 'length', full: 'length', filtered: 'content_filter' },
  anthropic: {
    ...{ fine: 'tool_use', length: 'max_tokens', filtered: 'refusal' },
    full: 'model_context_window_exceeded',
  },
};

/** The answer as the events of each protocol, its JSON in pieces of four signs. */
function eventsOf(protocol: keyof typeof endings, json: string, ending: string, tokens: unknown[] | null): string[] {
  const [read, written] = tokens ?? [];
  const usage = (value: object) => (tokens === null ? {} : { usage: value });
  const pieces = json.match(/[\s\S]{1,4}/gu) ?? [];
  if (protocol !== 'anthropic') {
    const chunk = (delta: object, finish: string | null = null) => ({
      choices: [{ index: 0, delta, finish_reason: finish }],
    });
    return [
      ...[chunk({ role: 'assistant', content: '' }), ...pieces.map((content) => chunk({ content }))],
      ...[chunk({}, ending), { choices: [], ...usage({ prompt_tokens: read, completion_tokens: written }) }],
    ].map((data) => `data: ${JSON.stringify(data)}\n\n`);
  }
  const event = (type: string, value: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...value })}\n\n`;
  const tool = { type: 'tool_use', id: 't', name: 'x', input: {} };
  return [
    event('message_start', { message: { content: [], ...usage({ input_tokens: read, output_tokens: 1 }) } }),
    event('content_block_start', { index: 0, content_block: tool }),
    ...pieces.map((piece) =>
      event('content_block_delta', { index: 0, delta: { type: 'input_json_delta', partial_json: piece } }),
    ),
    event('message_delta', { delta: { stop_reason: ending }, ...usage({ output_tokens: written }) }),
    event('message_stop', {}),
  ];
}

describe.each(['openai', 'grok', 'anthropic'] as const)('the adapter of %s', (protocol) => {
  let calls = 0;
  let seen = '';
  let sentBytes = 0;
  const server = createServer((request, response) => {
    calls += 1;
    seen = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (seen += chunk));
    request.on('end', () => {
      if (answer.instead !== null) {
        const { status, headers, body } = answer.instead;
        const isJson = typeof body !== 'string';
        response.writeHead(status, { 'content-type': isJson ? 'application/json' : 'text/html', ...headers });
        response.end(isJson ? JSON.stringify(body) : body);
        return;
      }
      const input = { caption: answer.caption, hashtags: ['bread'], analysis: 'A loaf.' };
      const [read, written] = answer.tokens ?? [];
      const ending = endings[protocol][answer.ending];
      if ((JSON.parse(seen) as { stream?: boolean }).stream === true) {
        const events = eventsOf(protocol, JSON.stringify(input), ending, answer.tokens);
        const half = Math.floor(events.length / 2);
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.on('error', () => undefined);
        response.write(events.slice(0, half).join(''), () => {
          if (answer.breaks === 'reset') {
            response.destroy();
          } else if (answer.breaks === 'error') {
            const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
            response.end(`event: error\ndata: ${JSON.stringify(error)}\n\n`);
          } else if (answer.breaks === 'silent') {
            response.end();
          } else if (answer.pauseMs === 0) {
            response.end(events.slice(half).join(''));
          } else {
            setTimeout(() => response.end(events.slice(half).join('')), answer.pauseMs).unref();
          }
        });
        return;
      }
      const body = JSON.stringify(
        protocol !== 'anthropic'
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
      response.on('error', () => undefined);
      const rest = (): void => {
        response.end(body.slice(20), () => {
          sentBytes = body.length;
        });
      };
      response.write(body.slice(0, 20));
      if (answer.pauseMs === 0) {
        rest();
      } else {
        setTimeout(rest, answer.pauseMs).unref();
      }
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

  const adapter = (price?: TokenPrice, address = baseUrl) => {
    const settings = { http, apiKey: () => 'a key', baseUrl: address, model: 'model', price };
    return protocol === 'anthropic'
      ? new AnthropicProvider(settings)
      : new OpenAiProvider({ id: protocol, ...settings });
  };
  let used = nothingUsed;
  const generate = (
    price?: TokenPrice,
    signal = AbortSignal.timeout(10_000),
    timeoutMs = 10_000,
    onText?: (json: string) => void,
  ) => {
    used = nothingUsed;
    return askProvider(adapter(price), {
      ...{ system: 's', prompt: 'p', image: Buffer.from('x'), mimeType: 'image/jpeg', shape },
      ...{ signal, timeoutMs, onText },
      used: (usage) => {
        used = together(used, usage);
      },
    });
  };
  const failure = (asked = generate()): Promise<unknown> =>
    asked.then(
      () => 'answered',
      (error: unknown) => error,
    );
  const reason = async (asked = generate()): Promise<unknown> => {
    const error = await failure(asked);
    return error instanceof ProviderError ? error.reason : error;
  };

  it('gives the answer', async () => {
    expect(await generate()).toEqual({ caption: 'Fresh bread.', hashtags: ['bread'], analysis: 'A loaf.' });
  });

  it('asks for the shape of the answer, sends the picture inline and leaves nothing behind', async () => {
    await generate();
    const body = JSON.parse(seen) as Record<string, unknown>;
    expect(seen).toContain(Buffer.from('x').toString('base64'));
    expect(body).toMatchObject(
      protocol === 'anthropic'
        ? {
            tool_choice: { type: 'tool' },
            tools: [{ input_schema: { required: ['caption', 'hashtags', 'analysis'] } }],
          }
        : { store: false, response_format: { type: 'json_schema', json_schema: { strict: true } } },
    );
    expect(seen).not.toMatch(/"(?:temperature|top_p|max_tokens)":(?!1000)/);
  });

  it.each(errors[protocol].map((row) => ({ name: row[0], row })))('knows $name (F34)', async ({ row }) => {
    const [, status, body, expected, headers] = row;
    answer.instead = { status, body, ...(headers ? { headers } : {}) };
    calls = 0;
    const error = await failure();
    expect(error).toBeInstanceOf(ProviderError);
    const { reason: why, retryAfterSeconds } = error as ProviderError;
    expect([why, retryAfterSeconds]).toEqual([expected, headers ? 7 : undefined]);
    // Only what may be over a moment later is asked for again.
    expect(calls).toBe(expected === 'unavailable' ? 2 : 1);
    expect(used).toEqual(nothingUsed);
  });

  it('is not asked again when it says that this would not help', async () => {
    answer.instead = { status: 503, headers: { 'x-should-retry': 'false' }, body: {} };
    calls = 0;
    expect(await reason()).toBe('unavailable');
    expect(calls).toBe(1);
  });

  it.each([
    ['no JSON', '{"id":"17'],
    ['JSON that is no answer', []],
    ['an answer without a text', protocol === 'anthropic' ? { content: [] } : { choices: [] }],
    [
      'JSON that was cut without a word',
      protocol === 'anthropic'
        ? { stop_reason: 'tool_use', content: [{ type: 'tool_use', id: 't', name: 'x', input: '{"caption":"Fre' }] }
        : { choices: [{ finish_reason: 'stop', message: { content: '{"caption":"Fre' } }] },
    ],
    [
      'plain text',
      protocol === 'anthropic'
        ? { stop_reason: 'end_turn', content: [{ type: 'text', text: 'Fresh bread.' }] }
        : { choices: [{ finish_reason: 'stop', message: { content: 'Fresh bread.' } }] },
    ],
    [
      'the wish to call something',
      protocol === 'anthropic'
        ? { stop_reason: 'pause_turn', content: [{ type: 'server_tool_use', id: 't', name: 'search', input: {} }] }
        : {
            choices: [
              {
                finish_reason: 'tool_calls',
                message: {
                  content: null,
                  tool_calls: [{ id: 't', type: 'function', function: { name: 'search', arguments: '{}' } }],
                },
              },
            ],
          },
    ],
  ])('takes no caption from %s', async (_, body) => {
    const isText = typeof body === 'string';
    answer.instead = { status: 200, body, ...(isText ? { headers: { 'content-type': 'application/json' } } : {}) };
    expect(['garbage', 'unavailable']).toContain(await reason());
  });

  it('knows a refusal in words', async () => {
    answer.instead = {
      status: 200,
      body:
        protocol === 'anthropic'
          ? { stop_reason: 'refusal', content: [] }
          : { choices: [{ finish_reason: 'stop', message: { content: null, refusal: 'I can not.' } }] },
    };
    expect(await reason()).toBe('refused');
  });

  it('waits for slow tokens as long as there is time, and no longer', async () => {
    answer.pauseMs = 300;
    expect(await generate()).toMatchObject({ caption: 'Fresh bread.' });
    answer.pauseMs = 5_000;
    const started = performance.now();
    expect(await reason(generate(undefined, AbortSignal.timeout(10_000), 400))).toBe('timeout');
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it('ends when nobody waits any more, and closes the connection', async () => {
    answer.pauseMs = 5_000;
    const gone = new AbortController();
    const closed = new Promise((resolve) => server.once('request', (request) => request.socket.once('close', resolve)));
    const asked = reason(generate(undefined, gone.signal));
    await new Promise((resolve) => server.once('request', resolve));
    gone.abort();
    expect(await asked).toBe('cancelled');
    await closed;
  });

  it('tells by itself whether time was up or somebody ended it', async () => {
    answer.pauseMs = 5_000;
    const ask = (signal: AbortSignal, timeoutMs: number) =>
      reason(
        adapter().generate({
          ...{ system: 's', prompt: 'p', image: Buffer.from('x'), mimeType: 'image/jpeg', shape },
          ...{ signal, timeoutMs, used: () => undefined },
        }),
      );
    expect(await ask(AbortSignal.timeout(10_000), 300)).toBe('timeout');
    expect(await ask(AbortSignal.timeout(300), 10_000)).toBe('timeout');
    const gone = new AbortController();
    const asked = ask(gone.signal, 10_000);
    await new Promise((resolve) => server.once('request', resolve));
    gone.abort();
    expect(await asked).toBe('cancelled');
  });

  it('fails where nobody listens', async () => {
    const asked = askProvider(adapter(undefined, 'http://127.0.0.1:9'), {
      ...{ system: 's', prompt: 'p', image: Buffer.from('x'), mimeType: 'image/jpeg', shape, timeoutMs: 10_000 },
      ...{ signal: AbortSignal.timeout(10_000), used: () => undefined },
    });
    expect(await reason(asked as never)).toBe('unavailable');
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
    ...(protocol === 'anthropic' ? ([['full', 'cut_off']] as const) : []),
  ] as const)('knows an answer that ended by %s', async (ending, expected) => {
    Object.assign(answer, { caption: 'Fresh bread from the', ending });
    expect(await reason()).toBe(expected);
  });

  describe('in pieces, where somebody watches', () => {
    let texts: string[] = [];
    beforeEach(() => {
      texts = [];
    });
    const streamed = (signal = AbortSignal.timeout(10_000), timeoutMs = 10_000) =>
      generate({ read: 2.5, written: 10 }, signal, timeoutMs, (json) => texts.push(json));

    it('gives the same answer in the same shape, and tells it as it grows', async () => {
      const whole = await generate();
      const asked = JSON.parse(seen) as object;
      expect(await streamed()).toEqual(whole);
      expect(JSON.parse(seen)).toMatchObject({ ...asked, stream: true });
      expect(texts.length).toBeGreaterThan(10);
      expect(texts.every((text, index) => text.startsWith(texts[index - 1] ?? '') && text !== texts[index - 1])).toBe(
        true,
      );
      expect(JSON.parse(texts.at(-1) ?? '')).toEqual(whole);
    });

    it('tells the first half while the second is still being written', async () => {
      answer.pauseMs = 60_000;
      const gone = new AbortController();
      const seenHalf = Promise.withResolvers<undefined>();
      const closed = new Promise((resolve) =>
        server.once('request', (request) => request.socket.once('close', resolve)),
      );
      const asked = reason(
        generate(undefined, gone.signal, 30_000, (json) => {
          if (json.includes('Fresh bread.')) {
            seenHalf.resolve(undefined);
          }
        }),
      );
      await seenHalf.promise;
      gone.abort();
      expect(await asked).toBe('cancelled');
      await closed;
    });

    it('is counted like one that comes whole', async () => {
      await streamed();
      expect(used).toEqual({ tokensRead: 1_200, tokensWritten: 80, dollars: 0.0038 });
      answer.ending = 'length';
      expect(await reason(streamed())).toBe('cut_off');
      expect(used).toEqual({ tokensRead: 1_200, tokensWritten: 80, dollars: 0.0038 });
    });

    it('is taken without a word of what it used', async () => {
      answer.tokens = null;
      expect(await streamed()).toMatchObject({ caption: 'Fresh bread.' });
      expect(used).toEqual({ tokensRead: 0, tokensWritten: 0, dollars: 0 });
    });

    it('is counted as far as it said what it used when nobody waits any more', async () => {
      answer.pauseMs = 60_000;
      const gone = new AbortController();
      const asked = generate({ read: 2.5, written: 10 }, gone.signal, 30_000, () => gone.abort());
      expect(await reason(asked)).toBe('cancelled');
      // The others tell at the end alone.
      expect(used).toEqual(
        protocol === 'anthropic' ? { tokensRead: 1_200, tokensWritten: 0, dollars: 0.003 } : nothingUsed,
      );
    });

    it.each(['reset', 'silent', 'error'] as const)('fails when it breaks off: %s', async (breaks) => {
      answer.breaks = breaks;
      calls = 0;
      expect(await reason(streamed())).toBe('unavailable');
      expect(calls).toBe(2);
    });

    it('fails when its time is up', async () => {
      answer.pauseMs = 60_000;
      expect(await reason(streamed(AbortSignal.timeout(10_000), 400))).toBe('timeout');
    });

    it('is refused where it is filtered, too long or no answer', async () => {
      answer.ending = 'filtered';
      expect(await reason(streamed())).toBe('refused');
      Object.assign(answer, { ending: 'fine', caption: 'x'.repeat(70_000) });
      expect(await reason(streamed())).toBe('too_long');
      answer.instead = { status: 429, headers: { 'retry-after': '7' }, body: {} };
      expect(await reason(streamed())).toBe('rate_limited');
    });
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
      expect(used).toEqual({ tokensRead: 1_200, tokensWritten: 80, dollars: 0.0038 });
    });

    it('also those of an answer that is of no use', async () => {
      answer.ending = 'length';
      expect(await grownBy(() => reason())).toEqual([1_200, 80, 0]);
      expect(used).toEqual({ tokensRead: 1_200, tokensWritten: 80, dollars: null });
    });

    it.each([[[undefined, undefined]], [['many', -3]], [[null, 'x']]])('no tokens when it reports %j', async (odd) => {
      answer.tokens = odd;
      expect(await grownBy(async () => expect(await reason()).toBe('answered'))).toEqual([0, 0, 0]);
    });

    it('the time of each call, by its outcome', async () => {
      const callsOf = (outcome: string) => metrics.providerCallSeconds.count({ provider: protocol, outcome });
      const before = [await callsOf('done'), await callsOf('cut_off')];
      await generate();
      answer.ending = 'length';
      await reason();
      expect([await callsOf('done'), await callsOf('cut_off')]).toEqual(before.map((count) => count + 1));
    });
  });
});
