import { sandboxCredentials } from '../environment.ts';
import type { Fault } from '../control/faults.ts';
import { bearer } from '../http/call.ts';
import type { Call } from '../http/call.ts';
import { Refusal, json } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { pullMedia, PullError } from '../media/fetch-media.ts';
import { answerVision, inlineBytes } from './answer.ts';
import type { VisionAnswer, VisionRequest } from './answer.ts';
import { hold } from './hold.ts';
import { NotAPicture } from './look.ts';

/** Requests to OpenAI's interfaces and how they are refused; xAI takes the same and refuses in its own shape. */
export type Provider = 'openai' | 'xai';
export type Json = Readonly<Record<string, unknown>>;

const LARGEST_PICTURE = 20 * 1024 * 1024;

export const models: Readonly<Record<Provider, RegExp>> = {
  openai: /^(gpt-(4o|4\.1|5)|o[134])/,
  xai: /^grok-/,
};

/** An error in the provider's own shape: an object at OpenAI, a string at xAI. */
export function failure(
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

/** The answer of a fault that refuses the call. */
export function faultReply(provider: Provider, fault: Fault): Reply {
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

/** @throws Refusal */
export function authenticate(provider: Provider, call: Call): void {
  const key = bearer(call);
  if (key === undefined) {
    throw new Refusal(failure(provider, 401, 'invalid_request_error', "You didn't provide an API key.", null));
  }
  if (key !== sandboxCredentials[provider].apiKey) {
    throw new Refusal(wrongKey(provider, key));
  }
}

/** @throws Refusal */
export function bad(provider: Provider, message: string, code: string | null = null, status = 400): never {
  throw new Refusal(failure(provider, status, 'invalid_request_error', message, code));
}

/** Checks what both interfaces share and gives back the body and the model's name. */
export async function begin(provider: Provider, call: Call): Promise<{ body: Json; model: string }> {
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
  return { body: body as Json, model };
}

/** What the model sees and says. @throws Refusal for what is no picture */
export async function see(provider: Provider, request: VisionRequest): Promise<VisionAnswer> {
  try {
    return await answerVision(request);
  } catch (error) {
    if (error instanceof NotAPicture) {
      return bad(provider, 'You uploaded an unsupported image. Please make sure your image is valid.', 'invalid_image');
    }
    throw error;
  }
}

function tooLarge(provider: Provider, bytes: number): never {
  return bad(provider, `Image too large: ${bytes} bytes, at most ${LARGEST_PICTURE} are allowed.`, 'image_too_large');
}

async function pictureFrom(provider: Provider, address: unknown): Promise<Buffer> {
  if (typeof address !== 'string') {
    return bad(provider, 'Invalid image: a URL is required.', 'invalid_image_url');
  }
  try {
    const bytes = address.startsWith('data:') ? inlineBytes(address) : await pullMedia(address, LARGEST_PICTURE);
    return bytes.length > LARGEST_PICTURE ? tooLarge(provider, bytes.length) : bytes;
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

/** The texts and pictures of messages, in their order. @throws Refusal */
export async function collect(provider: Provider, messages: unknown): Promise<{ texts: string[]; pictures: Buffer[] }> {
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

/** The tool that the answer must call; null when none is forced. */
export function forcedTool(body: Json): { name: string; schema: unknown } | null {
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
