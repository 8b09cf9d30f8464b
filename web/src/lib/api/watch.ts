import type { AnswerOf, RouteContract } from '@postloom/contracts';
import { failed, readAnswer, received, type CallOptions } from './client.ts';
import { networkError, toApiError } from './errors.ts';

/** What the gateway says in the last event of an answer that failed after its beginning. */
type Refusal = { status: number; retryAfterSeconds?: number };

/**
 * A call whose answer may be watched while it is made: `onPart` is told each part, if any comes. Throws as `callRoute` does, also for an
 * answer that breaks off.
 */
export async function watchRoute<R extends RouteContract>(
  route: R,
  options: CallOptions<R>,
  onPart: (part: unknown) => void,
): Promise<AnswerOf<R>> {
  const { response, content } = await received(
    route,
    options,
    async (answer) => {
      const last = { answer: '', refusal: '' };
      if (!answer.body || answer.headers.get('Content-Type')?.startsWith('text/event-stream') !== true) {
        return { ...last, answer: await answer.text() };
      }
      let rest = '';
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        const events = (rest + piece.value).split('\n\n');
        rest = events.pop() ?? '';
        for (const [, name, text = ''] of events.map((event) => /^event: (\w+)\ndata: ([^\n]*)$/.exec(event) ?? [])) {
          if (name === 'part') {
            onPart(JSON.parse(text));
          } else if (name === 'answer') {
            last.answer = text;
          } else if (name === 'failed') {
            last.refusal = text;
          }
        }
      }
      return last;
    },
    'text/event-stream, application/json',
  );
  const requestId = response.headers.get('X-Request-Id') ?? '';
  if (content.refusal !== '') {
    const { status, retryAfterSeconds } = JSON.parse(content.refusal) as Refusal;
    const retryAfter = retryAfterSeconds === undefined ? null : String(retryAfterSeconds);
    const refusal = toApiError({ status, statusText: '', body: content.refusal, requestId, retryAfter });
    throw failed(refusal, options.quiet);
  }
  if (content.answer === '') {
    throw networkError(requestId);
  }
  return readAnswer(route, content.answer);
}
