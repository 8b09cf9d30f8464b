import type { LiveHint } from '@postloom/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { invalidatePaths } from './query.ts';
import { pageBusiness } from './page-scope.ts';
import { reportSessionLost } from './session-lost.ts';
import { traceHeaders } from './trace.ts';

/** Reads that a kind of hint makes stale, by path prefix. */
export const pathsOfHint: Record<LiveHint['type'], readonly string[]> = {
  post: ['/api/posts', '/api/calendar', '/api/dashboard/stats'],
  photo: ['/api/photos', '/api/albums', '/api/dashboard/stats', '/api/posts/preflight'],
  album: ['/api/albums', '/api/photos', '/api/recurring-schedules'],
  schedule: ['/api/recurring-schedules', '/api/calendar'],
  account: ['/api/social', '/api/social-accounts', '/api/posts/preflight'],
  notification: ['/api/notifications'],
  limits: ['/api/user/limits', '/api/auth/user'],
  business: ['/api/businesses', '/api/user/active-business'],
};

/** Milliseconds that hints are collected before the reads run, so that a burst costs one refetch. */
const COLLECT_MS = 80;
/** Milliseconds before the first and the longest pause between two attempts to connect. */
const RETRY_FIRST = 1000;
const RETRY_LAST = 15_000;

/** Splits a text/event-stream into the data of its events. Feed it chunks; it calls back per complete event. */
export function eventStreamParser(onData: (data: string) => void): (chunk: string) => void {
  let rest = '';
  let data: string[] = [];
  return (chunk) => {
    const lines = (rest + chunk).split(/\r\n|\n|\r/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) {
          onData(data.join('\n'));
        }
        data = [];
      } else if (line.startsWith('data:')) {
        data.push(line.slice(line.startsWith('data: ') ? 6 : 5));
      }
    }
  };
}

function hintOf(data: string): LiveHint | null {
  try {
    const value = JSON.parse(data) as Partial<LiveHint>;
    return value.type !== undefined && value.type in pathsOfHint ? (value as LiveHint) : null;
  } catch {
    return null; // A comment or a hint of a newer server: nothing this page knows.
  }
}

/**
 * Listens to GET /api/events of the page's business until stopped. A hint refetches the reads it touches; after a lost and
 * regained connection everything visible is fetched again, because hints may have been missed. Read through fetch and not
 * EventSource, which cannot name the business in a header.
 */
export function listenLive(client: QueryClient): () => void {
  const stop = new AbortController();
  let wake: (() => void) | undefined;
  let pending = new Set<LiveHint['type']>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = () => {
    timer = undefined;
    const prefixes = [...pending].flatMap((type) => pathsOfHint[type]);
    pending = new Set();
    void invalidatePaths(client, prefixes);
  };
  const parse = eventStreamParser((data) => {
    const hint = hintOf(data);
    if (!hint) {
      return;
    }
    pending.add(hint.type);
    timer ??= setTimeout(flush, COLLECT_MS);
  });

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const id = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(id);
        resolve();
      };
    });
  const onOnline = () => wake?.();
  addEventListener('online', onOnline);

  async function run(): Promise<void> {
    let wait = RETRY_FIRST;
    let connectedBefore = false;
    while (!stop.signal.aborted) {
      try {
        const business = pageBusiness();
        const response = await fetch('/api/events', {
          credentials: 'include',
          headers: {
            Accept: 'text/event-stream',
            ...traceHeaders(),
            ...(business ? { 'X-Business-Id': business } : {}),
          },
          signal: stop.signal,
        });
        if (response.status === 401) {
          reportSessionLost();
          return;
        }
        if (response.ok && response.body) {
          if (connectedBefore) {
            void client.invalidateQueries();
          }
          connectedBefore = true;
          wait = RETRY_FIRST;
          const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
          for (let part = await reader.read(); !part.done; part = await reader.read()) {
            parse(part.value);
          }
        }
      } catch (error) {
        if (stop.signal.aborted) {
          return;
        }
        if (!(error instanceof TypeError) && !(error instanceof DOMException)) {
          throw error;
        }
        // The connection broke or could not be made: try again below.
      }
      await pause(wait);
      wait = Math.min(wait * 2, RETRY_LAST);
    }
  }
  void run();

  return () => {
    stop.abort();
    clearTimeout(timer);
    wake?.();
    removeEventListener('online', onOnline);
  };
}
