import type { Reply } from '../http/reply.ts';
import type { VisionAnswer } from './answer.ts';

type Json = Readonly<Record<string, unknown>>;

/** Signs of one piece of a text: about what a token has. */
const PIECE = 6;

/** An answer of server-sent events; under `slow` it comes in over as long as any other. */
function events(lines: readonly { readonly name?: string; readonly data: string }[]): Reply {
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' },
    body: lines.map(({ name, data }) => `${name === undefined ? '' : `event: ${name}\n`}data: ${data}\n\n`).join(''),
  };
}

function piecesOf(text: string): string[] {
  return Array.from({ length: Math.ceil(text.length / PIECE) }, (_, index) =>
    text.slice(index * PIECE, (index + 1) * PIECE),
  );
}

/** OpenAI's chat completion in chunks: the usage comes in one of its own, where it was asked for. */
export function openAiChunks(
  head: { readonly id: string; readonly created: number; readonly model: string },
  answer: VisionAnswer,
  usage: Json | null,
): Reply {
  const chunk = (choices: readonly Json[], more: Json = {}): { data: string } => ({
    data: JSON.stringify({ ...head, object: 'chat.completion.chunk', choices, ...more }),
  });
  const delta = (value: Json, ending: string | null = null): { data: string } =>
    chunk([{ index: 0, delta: value, logprobs: null, finish_reason: ending }]);
  const field = answer.ending === 'refused' ? 'refusal' : 'content';
  return events([
    delta({ role: 'assistant', content: '', refusal: null }),
    ...piecesOf(answer.text).map((piece) => delta({ [field]: piece })),
    delta({}, answer.ending === 'cut' ? 'length' : 'stop'),
    ...(usage === null ? [] : [chunk([], { usage })]),
    { data: '[DONE]' },
  ]);
}

/** Anthropic's message in events; `content` is its one block, which the pieces fill. */
export function anthropicEvents(
  head: Json,
  content: { readonly block: Json; readonly field: 'partial_json' | 'text' },
  answer: VisionAnswer,
  ending: string,
): Reply {
  const event = (name: string, value: Json = {}): { name: string; data: string } => ({
    name,
    data: JSON.stringify({ type: name, ...value }),
  });
  const type = content.field === 'text' ? 'text_delta' : 'input_json_delta';
  const block = [
    event('content_block_start', { index: 0, content_block: content.block }),
    ...piecesOf(answer.text).map((piece) =>
      event('content_block_delta', { index: 0, delta: { type, [content.field]: piece } }),
    ),
    event('content_block_stop', { index: 0 }),
  ];
  return events([
    event('message_start', {
      message: {
        ...head,
        ...{ content: [], stop_reason: null, stop_sequence: null },
        usage: { input_tokens: answer.inputTokens, output_tokens: 1 },
      },
    }),
    ...(answer.ending === 'refused' ? [] : block),
    event('message_delta', {
      delta: { stop_reason: ending, stop_sequence: null },
      usage: { output_tokens: answer.outputTokens },
    }),
    event('message_stop'),
  ]);
}
