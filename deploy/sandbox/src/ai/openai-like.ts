import { randomBytes } from 'node:crypto';
import { answerMode } from '../control/faults.ts';
import { bearer } from '../http/call.ts';
import type { Call } from '../http/call.ts';
import { json } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import type { Route, Service } from '../http/router.ts';
import { authenticate, bad, begin, collect, failure, faultReply, forcedTool, models, see } from './openai-request.ts';
import type { Json, Provider } from './openai-request.ts';
import { openAiChunks } from './streamed.ts';

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

async function chat(provider: Provider, call: Call): Promise<Reply> {
  const { body, model } = await begin(provider, call);
  if (/^(o\d|gpt-5)/.test(model) && body['max_tokens'] !== undefined) {
    bad(
      provider,
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      'unsupported_parameter',
    );
  }
  const isInstruction = (message: unknown): boolean =>
    ['system', 'developer'].includes(String((message as Json)['role']));
  const messages = Array.isArray(body['messages']) ? (body['messages'] as unknown[]) : body['messages'];
  const told = Array.isArray(messages) ? messages.filter(isInstruction) : [];
  const system = told.length === 0 ? [] : (await collect(provider, told)).texts;
  const { texts, pictures } = await collect(
    provider,
    Array.isArray(messages) ? messages.filter((message) => !isInstruction(message)) : messages,
  );
  const format = (body['response_format'] ?? {}) as Json;
  const tool = forcedTool(body);
  const schema = tool
    ? tool.schema
    : format['type'] === 'json_schema'
      ? ((format['json_schema'] ?? {}) as Json)['schema']
      : null;
  const answer = await see(provider, {
    system: system.join('\n'),
    prompt: texts.join('\n'),
    pictures,
    schema,
    json: format['type'] === 'json_object',
    mode: answerMode(call.fault),
    key: bearer(call) ?? '',
  });
  const head = {
    id: `chatcmpl-${randomBytes(14).toString('hex')}`,
    created: Math.floor(Date.now() / 1000),
    model,
  };
  const usage = {
    prompt_tokens: answer.inputTokens,
    completion_tokens: answer.outputTokens,
    total_tokens: answer.inputTokens + answer.outputTokens,
  };
  if (body['stream'] === true) {
    if (tool) {
      refuseStream(provider, body);
    }
    const isAsked = ((body['stream_options'] ?? {}) as Json)['include_usage'] === true;
    return openAiChunks(head, answer, isAsked ? usage : null);
  }
  const message =
    answer.ending === 'refused'
      ? { role: 'assistant', content: null, refusal: answer.text, annotations: [] }
      : tool
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
    ...head,
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message,
        logprobs: null,
        finish_reason: answer.ending === 'cut' ? 'length' : tool ? 'tool_calls' : 'stop',
      },
    ],
    usage,
  });
}

async function responses(provider: Provider, call: Call): Promise<Reply> {
  const { body, model } = await begin(provider, call);
  refuseStream(provider, body);
  const { texts, pictures } = await collect(provider, body['input']);
  if (provider === 'xai' && pictures.length > 0 && body['store'] !== false) {
    bad(provider, 'Storing requests with images is not supported; set store to false.');
  }
  const instructions = typeof body['instructions'] === 'string' ? [body['instructions']] : [];
  const format = (((body['text'] ?? {}) as Json)['format'] ?? {}) as Json;
  const schema = format['type'] === 'json_schema' ? format['schema'] : null;
  const answer = await see(provider, {
    system: instructions.join('\n'),
    prompt: texts.join('\n'),
    pictures,
    schema,
    json: format['type'] === 'json_object',
    mode: answerMode(call.fault),
    key: bearer(call) ?? '',
  });
  const isCut = answer.ending === 'cut';
  const part =
    answer.ending === 'refused'
      ? { type: 'refusal', refusal: answer.text }
      : { type: 'output_text', text: answer.text, annotations: [] };
  return json({
    id: `resp_${randomBytes(16).toString('hex')}`,
    object: 'response',
    created_at: Math.floor(Date.now() / 1000),
    status: isCut ? 'incomplete' : 'completed',
    model,
    output: [
      {
        type: 'message',
        id: `msg_${randomBytes(16).toString('hex')}`,
        role: 'assistant',
        status: isCut ? 'incomplete' : 'completed',
        content: [part],
      },
    ],
    error: null,
    incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
    store: body['store'] !== false,
    usage: {
      input_tokens: answer.inputTokens,
      output_tokens: answer.outputTokens,
      total_tokens: answer.inputTokens + answer.outputTokens,
    },
  });
}

function refuseStream(provider: Provider, body: Json): void {
  if (body['stream'] === true) {
    bad(provider, 'Streaming is not offered here.');
  }
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
