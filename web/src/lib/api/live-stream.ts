import { reportSessionLost } from './session-lost.ts';
import { traceHeaders } from './trace.ts';

/** Milliseconds without a byte after which a connection counts as dead; the server writes every 20 s. */
const SILENCE_MS = 50_000;
/** Milliseconds of the shortest and of the longest range that a pause before an attempt is drawn from. */
const RETRY_FIRST = 1000;
const RETRY_LAST = 30_000;

/** What a stream's text consists of. */
export type StreamText = {
  /** A complete event. */
  data(text: string): void;
  /** Milliseconds over which the pages of this server should spread their return when they lose their streams. */
  retry(ms: number): void;
};

/** Splits a text/event-stream into its parts. Feed it chunks. */
export function eventStreamParser(found: StreamText): (chunk: string) => void {
  let rest = '';
  let data: string[] = [];
  return (chunk) => {
    const lines = (rest + chunk).split(/\r\n|\n|\r/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) {
          found.data(data.join('\n'));
        }
        data = [];
      } else if (line.startsWith('data:')) {
        data.push(line.slice(line.startsWith('data: ') ? 6 : 5));
      } else if (/^retry: ?\d+$/.test(line)) {
        found.retry(Number(line.slice('retry:'.length)));
      }
    }
  };
}

/** What happens to the stream that is held. */
export type StreamListener = {
  /** What was told in so many milliseconds is to be told again; asked for before each connection. */
  age(): number;
  /** The server holds the stream now: nothing that was told since this instant, in milliseconds, is missed. */
  open(from: number): void;
  data(text: string): void;
  /** The connection is gone; another one is on its way. */
  lost(): void;
};

/** Reads one connection until it ends. Gives the milliseconds the server asks to wait, or null when the session is over. */
async function readOnce(
  businessId: string,
  stop: AbortSignal,
  listener: StreamText & Pick<StreamListener, 'age' | 'open'>,
): Promise<number | null> {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE_MS);
  };
  heard();
  const age = listener.age();
  try {
    const response = await fetch(`/api/events?age=${age}`, {
      credentials: 'include',
      headers: { Accept: 'text/event-stream', ...traceHeaders(), 'X-Business-Id': businessId },
      signal: AbortSignal.any([stop, silence.signal]),
    });
    if (response.status === 401) {
      return null;
    }
    if (!response.ok || !response.body) {
      const seconds = Number(response.headers.get('Retry-After') ?? 0);
      return Number.isFinite(seconds) ? seconds * 1000 : 0;
    }
    listener.open(Date.now() - age);
    const parse = eventStreamParser(listener);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      heard();
      parse(part.value);
    }
    return 0;
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves after the time, when the browser is online again, or when stopped. */
function pause(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      stop.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
    stop.addEventListener('abort', end);
  });
}

/**
 * Holds a stream of GET /api/events of a business open until stopped or until the session is over. Reconnects after a pause
 * that is drawn at random, so that the pages of a server that goes away do not come back all at once: after a loss from the range that the
 * server has named, after a failed attempt from one that grows. Read through fetch and not EventSource, which cannot name the
 * business in a header.
 */
export async function holdStream(businessId: string, stop: AbortSignal, listener: StreamListener): Promise<void> {
  let spread = RETRY_FIRST;
  let range = RETRY_FIRST;
  while (!stop.aborted) {
    let asked = 0;
    let wasOpen = false;
    try {
      const answer = await readOnce(businessId, stop, {
        data: (text) => listener.data(text),
        retry: (ms) => {
          spread = Math.min(ms, RETRY_LAST);
        },
        age: () => listener.age(),
        open: (from) => {
          wasOpen = true;
          range = RETRY_FIRST;
          listener.open(from);
        },
      });
      if (answer === null) {
        reportSessionLost();
        return;
      }
      asked = answer;
    } catch (error) {
      // A connection that broke, was silent or could not be made; anything else is a mistake of this page and is reported.
      if (!(error instanceof TypeError) && !(error instanceof DOMException)) {
        reportError(error);
      }
    }
    if (stop.aborted) {
      return;
    }
    if (wasOpen) {
      listener.lost();
    }
    await pause(asked + Math.random() * (wasOpen ? spread : range), stop);
    range = Math.min(range * 2, RETRY_LAST);
  }
}
