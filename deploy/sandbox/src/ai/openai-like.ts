import { randomBytes } from 'node:crypto';
import { sandboxCredentials } from '../environment.ts';
import type { Fault } from '../control/faults.ts';
import { bearer } from '../http/call.ts';
import type { Call } from '../http/call.ts';
import { Refusal, json } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import type { Route, Service } from '../http/router.ts';
import { pullMedia, PullError } from '../media/fetch-media.ts';
import { answerVision, inlineBytes } from './answer.ts';
import type { VisionAnswer, VisionRequest } from './answer.ts';
import { NotAPicture } from './look.ts';
import { hold } from './hold.ts';

type Provider = 'openai' | 'xai';
type Json = Readonly<Record<string, unknown>>;

const models: Readonly<Record<Provider, RegExp>> = {
  openai: /^(gpt-(4o|4\.1|5)|o[134])/,
  xai: /^grok-/,
};

/** OpenAI's two interfaces; xAI speaks the same with other error bodies. */
export function openaiLike(provider: Provider): Service {
  const routes: Route[] = [
    {
      method: 'POST',
      path: `/${provider}/v1/chat/completions`,
      kind: 'publish',
      media: true,
      handle: (call) => chat(provider, call),
    },
    {
      method: 'POST',
      path: `/${provider}/v1/responses`,
      kind: 'publish',
      media: true,
      handle: (call) => responses(provider, call),
    },
    { method: 'GET', path: `/${provider}/v1/models`, kind: 'read', handle: (call) => listModels(provider, call) },
    { method: 'GET', path: `/${provider}/v1/models/:model`, kind: 'read', handle: (call) => oneModel(provider, call) },
  ];
  return {
    target: provider,
    prefix: `/${provider}`,
    routes,
    refuse: (fault) => faultReply(provider, fault),
    decorate: () => ({
      'x-request-id': `req_${randomBytes(12).toString('hex')}`,
      'x-ratelimit-limit-requests': '500',
      'x-ratelimit-remaining-requests': '499',
      'x-ratelimit-reset-requests': '120ms',
      'openai-processing-ms': '5',
    }),
    notFound: (call) =>
      failure(
        provider,
        404,
        'invalid_request_error',
        `Unknown request URL: ${call.method} ${call.path}.`,
        'unknown_url',
      ),
  };
}

/** An error in the provider's own shape: an object at OpenAI, a string at xAI. */
function failure(
  provider: Provider,
  status: number,
  type: string,
  message: string,
  code: string | null,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  if (provider === 'xai') {
    return json({ code: xaiCode(status), error: message }, status, headers);
  }
  return json({ error: { message, type, param: null, code } }, status, headers);
}

function xaiCode(status: number): string {
  switch (status) {
    case 400:
    case 422:
      return 'Client specified an invalid argument';
    case 401:
      return 'The caller does not have valid authentication credentials';
    case 404:
      return 'Some requested entity was not found';
    case 429:
      return 'Some resource has been exhausted';
    default:
      return 'The service is currently unavailable';
  }
}

function faultReply(provider: Provider, fault: Fault): Reply {
  switch (fault.mode) {
    case 'rate_limit': {
      const wait = String(fault.retryAfter ?? 60);
      const headers: Record<string, string> = { 'retry-after': wait, 'x-ratelimit-remaining-requests': '0' };
      return failure(
        provider,
        fault.status ?? 429,
        'requests',
        `Rate limit reached for requests. Please try again in ${wait}s.`,
        'rate_limit_exceeded',
        headers,
      );
    }
    case 'token_revoked':
      return wrongKey(provider, 'sk-revoked');
    case 'media_rejected':
      return failure(
        provider,
        400,
        'invalid_request_error',
        'You uploaded an unsupported image. Please make sure your image is valid.',
        'invalid_image',
      );
    default:
      return failure(
        provider,
        fault.status ?? 500,
        'server_error',
        'The server had an error while processing your request.',
        null,
      );
  }
}

function wrongKey(provider: Provider, key: string): Reply {
  const shown = `${key.slice(0, 5)}***`;
  return provider === 'xai'
    ? failure(
        provider,
        400,
        '',
        `Incorrect API key provided: ${shown}. You can obtain an API key from https://console.x.ai.`,
        null,
      )
    : failure(
        provider,
        401,
        'invalid_request_error',
        `Incorrect API key provided: ${shown}. You can find your API key at https://platform.openai.com/account/api-keys.`,
        'invalid_api_key',
      );
}

function authenticate(provider: Provider, call: Call): void {
  const key = bearer(call);
  if (key === undefined) {
    throw new Refusal(failure(provider, 401, 'invalid_request_error', "You didn't provide an API key.", null));
  }
  if (key !== sandboxCredentials[provider].apiKey) {
    throw new Refusal(wrongKey(provider, key));
  }
}

function bad(provider: Provider, message: string, code: string | null = null, status = 400): never {
  throw new Refusal(failure(provider, status, 'invalid_request_error', message, code));
}

/** Checks what both interfaces share and gives back the body and the model's name. */
async function begin(provider: Provider, call: Call): Promise<{ body: Json; model: string }> {
  authenticate(provider, call);
  if (call.fault?.mode === 'processing_forever') {
    await hold(call);
  }
  const body = call.body.json;
  if (typeof body !== 'object' || body === null) {
    return bad(provider, 'We could not parse the JSON body of your request.');
  }
  const model = (body as Json)['model'];
  if (typeof model !== 'string') {
    return bad(provider, 'you must provide a model parameter');
  }
  if (!models[provider].test(model)) {
    return bad(
      provider,
      `The model \`${model}\` does not exist or you do not have access to it.`,
      'model_not_found',
      404,
    );
  }
  if ((body as Json)['stream'] === true) {
    return bad(provider, 'Streaming is not offered here.');
  }
  return { body: body as Json, model };
}

async function see(provider: Provider, request: VisionRequest): Promise<VisionAnswer> {
  try {
    return await answerVision(request);
  } catch (error) {
    if (error instanceof NotAPicture) {
      return bad(provider, 'You uploaded an unsupported image. Please make sure your image is valid.', 'invalid_image');
    }
    throw error;
  }
}

async function pictureFrom(provider: Provider, address: unknown): Promise<Buffer> {
  if (typeof address !== 'string') {
    return bad(provider, 'Invalid image: a URL is required.', 'invalid_image_url');
  }
  try {
    return address.startsWith('data:') ? inlineBytes(address) : await pullMedia(address, 20 * 1024 * 1024);
  } catch (error) {
    if (error instanceof NotAPicture) {
      return bad(provider, 'Invalid base64 image_url.', 'invalid_base64');
    }
    if (error instanceof PullError) {
      return bad(provider, `Error while downloading ${address.slice(0, 200)}.`, 'invalid_image_url');
    }
    throw error;
  }
}

async function collect(provider: Provider, messages: unknown): Promise<{ texts: string[]; pictures: Buffer[] }> {
  const texts: string[] = [];
  const pictures: Buffer[] = [];
  if (typeof messages === 'string') {
    return { texts: [messages], pictures };
  }
  if (!Array.isArray(messages) || messages.length === 0) {
    return bad(provider, 'The messages must be a list that is not empty.');
  }
  for (const message of messages as Json[]) {
    const content = message['content'];
    if (typeof content === 'string') {
      texts.push(content);
    } else if (Array.isArray(content)) {
      for (const part of content as Json[]) {
        switch (part['type']) {
          case 'text':
          case 'input_text':
          case 'output_text':
            texts.push(String(part['text'] ?? ''));
            break;
          case 'image_url': {
            const image = part['image_url'];
            pictures.push(
              await pictureFrom(provider, typeof image === 'object' && image !== null ? (image as Json)['url'] : image),
            );
            break;
          }
          case 'input_image':
            pictures.push(await pictureFrom(provider, part['image_url']));
            break;
          default:
            bad(provider, `Invalid value: '${String(part['type'])}'. Supported are text and pictures.`);
        }
      }
    }
  }
  return { texts, pictures };
}

async function chat(provider: Provider, call: Call): Promise<Reply> {
  const { body, model } = await begin(provider, call);
  if (/^(o\d|gpt-5)/.test(model) && body['max_tokens'] !== undefined) {
    bad(
      provider,
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      'unsupported_parameter',
    );
  }
  const { texts, pictures } = await collect(provider, body['messages']);
  const format = (body['response_format'] ?? {}) as Json;
  const tool = forcedTool(body);
  const schema = tool
    ? tool.schema
    : format['type'] === 'json_schema'
      ? ((format['json_schema'] ?? {}) as Json)['schema']
      : null;
  const answer = await see(provider, {
    prompt: texts.join('\n'),
    pictures,
    schema,
    json: format['type'] === 'json_object',
  });
  const message = tool
    ? {
        role: 'assistant',
        content: null,
        refusal: null,
        tool_calls: [
          {
            id: `call_${randomBytes(12).toString('hex')}`,
            type: 'function',
            function: { name: tool.name, arguments: answer.text },
          },
        ],
      }
    : { role: 'assistant', content: answer.text, refusal: null, annotations: [] };
  return json({
    id: `chatcmpl-${randomBytes(14).toString('hex')}`,
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: tool ? 'tool_calls' : 'stop' }],
    usage: {
      prompt_tokens: answer.inputTokens,
      completion_tokens: answer.outputTokens,
      total_tokens: answer.inputTokens + answer.outputTokens,
    },
  });
}

function forcedTool(body: Json): { name: string; schema: unknown } | null {
  const choice = body['tool_choice'];
  const tools = body['tools'];
  if (!Array.isArray(tools) || tools.length === 0 || choice === 'none') {
    return null;
  }
  const forced =
    typeof choice === 'object' && choice !== null
      ? ((choice as Json)['function'] as Json | undefined)?.['name']
      : undefined;
  if (forced === undefined && choice !== 'required') {
    return null;
  }
  const found = (tools as Json[])
    .map((tool) => (tool['function'] ?? {}) as Json)
    .find((tool) => forced === undefined || tool['name'] === forced);
  return found ? { name: String(found['name']), schema: found['parameters'] ?? {} } : null;
}

async function responses(provider: Provider, call: Call): Promise<Reply> {
  const { body, model } = await begin(provider, call);
  const { texts, pictures } = await collect(provider, body['input']);
  if (provider === 'xai' && pictures.length > 0 && body['store'] !== false) {
    bad(provider, 'Storing requests with images is not supported; set store to false.');
  }
  const instructions = typeof body['instructions'] === 'string' ? [body['instructions']] : [];
  const format = (((body['text'] ?? {}) as Json)['format'] ?? {}) as Json;
  const schema = format['type'] === 'json_schema' ? format['schema'] : null;
  const answer = await see(provider, {
    prompt: [...instructions, ...texts].join('\n'),
    pictures,
    schema,
    json: format['type'] === 'json_object',
  });
  return json({
    id: `resp_${randomBytes(16).toString('hex')}`,
    object: 'response',
    created_at: Math.floor(Date.now() / 1000),
    status: 'completed',
    model,
    output: [
      {
        type: 'message',
        id: `msg_${randomBytes(16).toString('hex')}`,
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: answer.text, annotations: [] }],
      },
    ],
    error: null,
    incomplete_details: null,
    store: body['store'] !== false,
    usage: {
      input_tokens: answer.inputTokens,
      output_tokens: answer.outputTokens,
      total_tokens: answer.inputTokens + answer.outputTokens,
    },
  });
}

function modelRow(provider: Provider, id: string): Json {
  return { id, object: 'model', created: 1_760_000_000, owned_by: provider };
}

function listModels(provider: Provider, call: Call): Reply {
  authenticate(provider, call);
  const ids =
    provider === 'openai' ? ['gpt-4.1-mini', 'gpt-4o', 'gpt-5.4-mini'] : ['grok-4.20-non-reasoning', 'grok-4.5'];
  return json({ object: 'list', data: ids.map((id) => modelRow(provider, id)) });
}

function oneModel(provider: Provider, call: Call): Reply {
  authenticate(provider, call);
  const id = call.params['model'] ?? '';
  if (!models[provider].test(id)) {
    bad(provider, `The model '${id}' does not exist`, 'model_not_found', 404);
  }
  return json(modelRow(provider, id));
}
