import { randomBytes } from 'node:crypto';
import { sandboxCredentials } from '../environment.ts';
import { answerMode } from '../control/faults.ts';
import type { Fault } from '../control/faults.ts';
import { bearer } from '../http/call.ts';
import type { Call } from '../http/call.ts';
import { Refusal, json } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import type { Service } from '../http/router.ts';
import { PullError, pullMedia } from '../media/fetch-media.ts';
import { measure } from '../media/measure.ts';
import { answerVision, inlineBytes } from './answer.ts';
import { hold } from './hold.ts';
import { NotAPicture } from './look.ts';
import { anthropicEvents } from './streamed.ts';

type Json = Readonly<Record<string, unknown>>;

const largestPicture = 5 * 1024 * 1024;
const pictureTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

/** Anthropic's Messages API. */
export function anthropic(): Service {
  return {
    target: 'anthropic',
    prefix: '/anthropic',
    routes: [
      {
        method: 'POST',
        path: '/anthropic/v1/messages',
        kind: 'publish',
        media: true,
        handle: (call) => messages(call),
      },
      { method: 'GET', path: '/anthropic/v1/models', kind: 'read', handle: (call) => listModels(call) },
      { method: 'GET', path: '/anthropic/v1/models/:model', kind: 'read', handle: (call) => oneModel(call) },
    ],
    refuse: (fault) => faultReply(fault),
    decorate: (_call, reply) => ({
      'request-id': reply.headers['request-id'] ?? requestId(),
      'anthropic-organization-id': '00000000-0000-4000-8000-000000000001',
      'anthropic-ratelimit-requests-limit': '50',
      'anthropic-ratelimit-requests-remaining': reply.status === 429 ? '0' : '49',
      'anthropic-ratelimit-requests-reset': new Date(Date.now() + 60_000).toISOString(),
    }),
    notFound: (call) => failure(404, 'not_found_error', `Not found: ${call.method} ${call.path}`),
  };
}

function requestId(): string {
  return `req_${randomBytes(12).toString('hex')}`;
}

function failure(status: number, type: string, message: string, headers: Readonly<Record<string, string>> = {}): Reply {
  const id = requestId();
  return json({ type: 'error', error: { type, message }, request_id: id }, status, { 'request-id': id, ...headers });
}

function bad(message: string): never {
  throw new Refusal(failure(400, 'invalid_request_error', message));
}

function faultReply(fault: Fault): Reply {
  switch (fault.mode) {
    case 'rate_limit':
      return failure(
        fault.status ?? 429,
        'rate_limit_error',
        'This request would exceed your organization’s rate limit.',
        {
          'retry-after': String(fault.retryAfter ?? 60),
        },
      );
    case 'token_revoked':
      return failure(401, 'authentication_error', 'invalid x-api-key');
    case 'media_rejected':
      return failure(400, 'invalid_request_error', 'messages.0.content.0.image.source.base64: Could not process image');
    default: {
      const status = fault.status ?? 529;
      const type = status === 529 ? 'overloaded_error' : status === 504 ? 'timeout_error' : 'api_error';
      return failure(status, type, status === 529 ? 'Overloaded' : 'Internal server error');
    }
  }
}

/**
 * The key comes as `x-api-key` (documentation, older clients) or as a bearer token (the official client from 1.x on);
 * both are taken.
 */
function authenticate(call: Call): void {
  const key = keyOf(call);
  if (key === undefined) {
    throw new Refusal(failure(401, 'authentication_error', 'x-api-key header is required'));
  }
  if (key !== sandboxCredentials.anthropic.apiKey) {
    throw new Refusal(failure(401, 'authentication_error', 'invalid x-api-key'));
  }
  if (call.headers['anthropic-version'] === undefined) {
    bad('anthropic-version: header is required');
  }
}

function keyOf(call: Call): string | undefined {
  const header = call.headers['x-api-key'];
  return typeof header === 'string' ? header : bearer(call);
}

async function messages(call: Call): Promise<Reply> {
  authenticate(call);
  if (call.fault?.mode === 'processing_forever') {
    await hold(call);
  }
  if (typeof call.body.json !== 'object' || call.body.json === null) {
    bad('The request body is not valid JSON');
  }
  const body = call.body.json as Json;
  const model = body['model'];
  if (typeof model !== 'string') {
    return bad('model: Field required');
  }
  if (!model.startsWith('claude-')) {
    throw new Refusal(failure(404, 'not_found_error', `model: ${model}`));
  }
  if (typeof body['max_tokens'] !== 'number') {
    bad('max_tokens: Field required');
  }
  const tool = forcedTool(body);
  const format = (((body['output_config'] ?? {}) as Json)['format'] ?? {}) as Json;
  const schema = tool ? tool.schema : format['type'] === 'json_schema' ? format['schema'] : null;
  try {
    const { texts, pictures } = await collect(body['messages']);
    const answer = await answerVision({
      system: systemTexts(body['system']).join('\n'),
      prompt: texts.join('\n'),
      pictures,
      schema,
      json: false,
      mode: answerMode(call.fault),
      key: keyOf(call) ?? '',
    });
    const content = tool
      ? { type: 'tool_use', id: `toolu_${randomBytes(12).toString('hex')}`, name: tool.name, input: answer.value }
      : { type: 'text', text: answer.text };
    const head = { id: `msg_${randomBytes(12).toString('hex')}`, type: 'message', role: 'assistant', model };
    const ending = { complete: tool ? 'tool_use' : 'end_turn', cut: 'max_tokens', refused: 'refusal' }[answer.ending];
    if (body['stream'] === true) {
      const filled = tool
        ? { block: { ...content, input: {} }, field: 'partial_json' as const }
        : { block: { ...content, text: '' }, field: 'text' as const };
      return anthropicEvents(head, filled, answer, ending);
    }
    return json({
      ...head,
      content: answer.ending === 'refused' ? [] : [content],
      stop_reason: ending,
      stop_sequence: null,
      usage: { input_tokens: answer.inputTokens, output_tokens: answer.outputTokens },
    });
  } catch (error) {
    if (error instanceof NotAPicture) {
      return bad('messages.0.content.0.image.source.base64: Could not process image');
    }
    throw error;
  }
}

function systemTexts(system: unknown): string[] {
  if (typeof system === 'string') {
    return [system];
  }
  return Array.isArray(system) ? (system as Json[]).map((block) => String(block['text'] ?? '')) : [];
}

async function collect(list: unknown): Promise<{ texts: string[]; pictures: Buffer[] }> {
  const texts: string[] = [];
  const pictures: Buffer[] = [];
  if (!Array.isArray(list) || list.length === 0) {
    return bad('messages: at least one message is required');
  }
  if ((list[0] as Json)['role'] !== 'user') {
    bad('messages: first message must use the "user" role');
  }
  for (const message of list as Json[]) {
    const content = message['content'];
    if (typeof content === 'string') {
      texts.push(content);
    } else if (Array.isArray(content)) {
      for (const block of content as Json[]) {
        if (block['type'] === 'text') {
          texts.push(String(block['text'] ?? ''));
        } else if (block['type'] === 'image') {
          pictures.push(await pictureFrom((block['source'] ?? {}) as Json));
        } else {
          bad(`messages: content blocks of type ${String(block['type'])} are not offered here`);
        }
      }
    }
  }
  return { texts, pictures };
}

async function pictureFrom(source: Json): Promise<Buffer> {
  if (source['type'] === 'url') {
    try {
      return await pullMedia(String(source['url']), largestPicture);
    } catch (error) {
      if (error instanceof PullError) {
        return bad('messages.0.content.0.image.source.url: Unable to download the file');
      }
      throw error;
    }
  }
  if (source['type'] !== 'base64' || typeof source['data'] !== 'string') {
    return bad('image.source: base64 or url is required');
  }
  const mediaType = String(source['media_type']);
  if (!pictureTypes.includes(mediaType)) {
    bad(`image.source.media_type: Input should be one of ${pictureTypes.join(', ')}`);
  }
  if (source['data'].startsWith('data:')) {
    bad('image.source.base64: invalid base64 data');
  }
  const bytes = inlineBytes(source['data']);
  if (bytes.length > largestPicture) {
    bad(`image exceeds 5 MB maximum: ${bytes.length} bytes > ${largestPicture} bytes`);
  }
  const found = measure(bytes).mimeType;
  if (found !== mediaType && found.startsWith('image/')) {
    bad(`The image was specified using the ${mediaType} media type, but the image appears to be a ${found} image`);
  }
  return bytes;
}

function forcedTool(body: Json): { name: string; schema: unknown } | null {
  const choice = (body['tool_choice'] ?? {}) as Json;
  const tools = body['tools'];
  if (!Array.isArray(tools) || (choice['type'] !== 'tool' && choice['type'] !== 'any')) {
    return null;
  }
  const found = (tools as Json[]).find((tool) => choice['type'] === 'any' || tool['name'] === choice['name']);
  if (!found) {
    return bad(`tool_choice: tool ${String(choice['name'])} not found in tools`);
  }
  return { name: String(found['name']), schema: found['input_schema'] ?? {} };
}

function modelRow(id: string): Json {
  return {
    type: 'model',
    id,
    display_name: id,
    created_at: '2026-02-01T00:00:00Z',
    capabilities: { structured_outputs: { supported: true }, image_input: { supported: true } },
  };
}

function listModels(call: Call): Reply {
  authenticate(call);
  const ids = ['claude-sonnet-4-6', 'claude-haiku-4-5', 'claude-opus-4-6'];
  return json({ data: ids.map(modelRow), has_more: false, first_id: ids[0], last_id: ids.at(-1) });
}

function oneModel(call: Call): Reply {
  authenticate(call);
  const id = call.params['model'] ?? '';
  if (!id.startsWith('claude-')) {
    throw new Refusal(failure(404, 'not_found_error', `model: ${id}`));
  }
  return json(modelRow(id));
}
