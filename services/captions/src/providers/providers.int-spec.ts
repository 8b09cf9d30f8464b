import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { HttpClient } from '@postloom/chassis';
import { metrics } from '../metrics.ts';
import { askProvider } from './ask-provider.ts';
import { AnthropicProvider } from './anthropic.provider.ts';
import { OpenAiProvider } from './openai.provider.ts';
import { ProviderError } from './provider-error.ts';
import type { ProviderFailure } from './provider-error.ts';
import { nothingUsed, together } from './spending.ts';
import type { TokenPrice } from './spending.ts';

const MEGABYTE = 1_000_000;
const field = { type: 'string' };
const shape = {
  ...{ name: 'caption', description: 'A caption.', maxTokens: 1_000 },
  fields: { caption: field, hashtags: field, analysis: field },
};

/** What the provider at the other end answers: the caption's text, the finish reason, and the tokens it read and wrote. */
const usual = {
  caption: 'Fresh bread.',
  ending: 'fine' as 'fine' | 'length' | 'filtered',
  tokens: [1_200, 80] as unknown[],
  /** In the place of all that. */
  instead: null as { status: number; headers?: Record<string, string>; body: unknown } | null,
  /** Milliseconds between the two halves of the body. */
  pauseMs: 0,
  /** Of an answer in pieces: the connection breaks, it ends without saying so, or an error stands in it. */
  breaks: null as 'reset' | 'silent' | 'error' | null,
};
const answer = { ...usual };
const endings = {
  openai: { fine: 'stop', length: 'length', filtered: 'content_filter' },
  grok: { fine: 'stop', length: 'length', filtered: 'content_filter' },
  anthropic: { fine: 'tool_use', length: 'max_tokens', filtered: 'refusal' },
};

const ofOpenAi = (code: string | null, type = 'invalid_request_error', message = 'No.') => ({
  error: { message, type, param: null, code },
});
const ofAnthropic = (type: string, message = 'No.', details?: object) => ({
  type: 'error',
  error: { type, message, ...(details ? { details } : {}) },
  request_id: 'req_1',
});
const ofGrok = (error: string, code = 'Client specified an invalid argument') => ({ code, error });
const page = '<html><body><h1>413 Request Entity Too Large</h1></body></html>';

/** The answer as the events of each protocol, its JSON in pieces of four signs. */
function eventsOf(protocol: keyof typeof endings, json: string, ending: string, [read, written]: unknown[]): string[] {
  const pieces = json.match(/[\s\S]{1,4}/gu) ?? [];
  if (protocol !== 'anthropic') {
    const chunk = (delta: object, finish: string | null = null) => ({
      choices: [{ index: 0, delta, finish_reason: finish }],
    });
    return [
      ...[chunk({ role: 'assistant', content: '' }), ...pieces.map((content) => chunk({ content }))],
      ...[chunk({}, ending), { choices: [], usage: { prompt_tokens: read, completion_tokens: written } }],
    ].map((data) => `data: ${JSON.stringify(data)}\n\n`);
  }
  const event = (type: string, value: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...value })}\n\n`;
  const tool = { type: 'tool_use', id: 't', name: 'x', input: {} };
  return [
    event('message_start', { message: { content: [], usage: { input_tokens: read, output_tokens: 1 } } }),
    event('content_block_start', { index: 0, content_block: tool }),
    ...pieces.map((piece) =>
      event('content_block_delta', { index: 0, delta: { type: 'input_json_delta', partial_json: piece } }),
    ),
    event('message_delta', { delta: { stop_reason: ending }, usage: { output_tokens: written } }),
    event('message_stop', {}),
  ];
}

type Row = readonly [
  name: string,
  status: number,
  body: unknown,
  reason: ProviderFailure,
  headers?: Record<string, string>,
];
/** Every error that the providers document (and some that were seen), each in its own shape. */
const errors: Readonly<Record<keyof typeof endings, readonly Row[]>> = {
  openai: [
    ['a request that is too long', 400, ofOpenAi('context_length_exceeded'), 'refused'],
    ['a picture it cannot read', 400, ofOpenAi('invalid_image'), 'refused'],
    ['a picture against its policy', 400, ofOpenAi('image_content_policy_violation'), 'refused'],
    ['a picture that is too large', 400, ofOpenAi('image_too_large'), 'too_large'],
    ['a body that is too large', 413, page, 'too_large'],
    ['a wrong key', 401, ofOpenAi('invalid_api_key'), 'not_authorized'],
    ['a region it does not serve', 403, ofOpenAi('unsupported_country_region_territory'), 'not_authorized'],
    ['an unknown model', 404, ofOpenAi('model_not_found'), 'no_model'],
    ['a conflict', 409, ofOpenAi(null), 'unavailable'],
    ['a body it does not understand', 422, ofOpenAi(null), 'refused'],
    ['too many requests', 429, ofOpenAi('rate_limit_exceeded', 'requests'), 'rate_limited', { 'retry-after': '7' }],
    ['too many tokens', 429, ofOpenAi('rate_limit_exceeded', 'tokens'), 'rate_limited', { 'retry-after-ms': '6100' }],
    [
      'a request over the tokens of a minute',
      429,
      ofOpenAi('rate_limit_exceeded', 'tokens', 'Request too large for gpt-4o on tokens per min (TPM): Limit 1000.'),
      'rate_limited',
    ],
    ['an empty account', 429, ofOpenAi('insufficient_quota', 'insufficient_quota'), 'out_of_credit'],
    ['no credit left', 429, ofOpenAi('credit_balance_exhausted', 'insufficient_quota'), 'out_of_credit'],
    ['a project at its limit', 429, ofOpenAi('project_spend_limit_exceeded', 'insufficient_quota'), 'out_of_credit'],
    ['a breakdown', 500, ofOpenAi(null, 'server_error'), 'unavailable'],
    ['a bad gateway', 502, '<html>bad gateway</html>', 'unavailable'],
    ['overload', 503, ofOpenAi(null, 'server_error', 'overloaded'), 'unavailable'],
  ],
  anthropic: [
    ['a request it does not understand', 400, ofAnthropic('invalid_request_error'), 'refused'],
    ['a picture it cannot read', 400, ofAnthropic('invalid_request_error', 'Could not process image'), 'refused'],
    [
      'a picture that is too large',
      400,
      ofAnthropic('invalid_request_error', 'image exceeds 5 MB maximum: 6000000 bytes > 5242880 bytes'),
      'too_large',
    ],
    ['a wrong key', 401, ofAnthropic('authentication_error'), 'not_authorized'],
    ['an unpaid bill', 402, ofAnthropic('billing_error'), 'out_of_credit'],
    ['a key without the right', 403, ofAnthropic('permission_error'), 'not_authorized'],
    ['an unknown model', 404, ofAnthropic('not_found_error'), 'no_model'],
    ['a conflict', 409, ofAnthropic('conflict_error'), 'unavailable'],
    ['a body that is too large, from the edge', 413, page, 'too_large'],
    ['too many requests', 429, ofAnthropic('rate_limit_error'), 'rate_limited', { 'retry-after': '7' }],
    [
      'an account at its limit',
      429,
      ofAnthropic('rate_limit_error', 'No.', { error_code: 'enforced_spend_limit_reached' }),
      'out_of_credit',
    ],
    ['a breakdown', 500, ofAnthropic('api_error'), 'unavailable'],
    ['a timeout of its own', 504, ofAnthropic('timeout_error'), 'unavailable'],
    ['overload', 529, ofAnthropic('overloaded_error', 'Overloaded'), 'unavailable'],
  ],
  grok: [
    ['a wrong key, as a bad request', 400, ofGrok('Incorrect API key provided: xa***.'), 'not_authorized'],
    ['a request it does not understand', 400, ofGrok('Invalid argument.'), 'refused'],
    [
      'a missing key',
      401,
      ofGrok('No.', 'The caller does not have valid authentication credentials'),
      'not_authorized',
    ],
    ['no credits', 403, ofGrok('Your team has used all available credits.'), 'out_of_credit'],
    ['a blocked key', 403, ofGrok('Your API key is blocked.'), 'not_authorized'],
    ['an unknown model', 404, ofGrok('No.', 'Some requested entity was not found'), 'no_model'],
    ['a body that is too large', 413, page, 'too_large'],
    ['a body it does not accept', 422, ofGrok('Failed to deserialize the JSON body.'), 'refused'],
    [
      'too many requests, without saying until when',
      429,
      ofGrok('No.', 'Some resource has been exhausted'),
      'rate_limited',
    ],
    ['a breakdown', 503, ofGrok('No.', 'The service is currently unavailable'), 'unavailable'],
    ['an error as an object', 400, ofOpenAi('invalid_image'), 'refused'],
  ],
};

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
      const [read, written] = answer.tokens;
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

  it.each(errors[protocol].map((row) => ({ name: row[0], row })))('knows $name', async ({ row }) => {
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
