import type { BodyOf } from '@postloom/contracts';
import { callRoute, isApiError, isUnauthorized, routes } from '#lib/api/index.ts';
import { toastError } from '#lib/toast-error.ts';
import { plainPath, screenAt } from './routes.ts';

type Report = BodyOf<typeof routes.reportClientError>;

/** Reports of one visit: the first few say what is wrong, the rest would say it again. */
const MOST_REPORTS = 5;
/** The contract's sizes. */
const MOST_FRAMES = 10;
const MOST_LETTERS = 200;

/** An error's sentence without what may be a person's: quoted words, addresses, ids, long numbers. */
export function plainMessage(message: string): string {
  return message
    .replace(/\S+@\S+/g, '<address>')
    .replace(/https?:\/\/\S+/g, '<link>')
    .replace(/"[^"]*"|“[^”]*”/g, '<text>')
    .replace(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/gi, '<id>')
    .replace(/\d{4,}/g, '<number>')
    .slice(0, MOST_LETTERS);
}

/** Where in the own code it happened, innermost first. */
export function ownFrames(stack: string | undefined, origin: string): string[] {
  const places = (stack ?? '').matchAll(/(https?:\/\/[^\s()]+?):(\d+):(\d+)/g);
  return [...places]
    .flatMap(([, file = '', line, column]) => {
      const url = new URL(file);
      return url.origin === origin && /^\/[\w./-]{1,120}$/.test(url.pathname)
        ? [`${url.pathname}:${line}:${column}`]
        : [];
    })
    .slice(0, MOST_FRAMES);
}

/** Refusals of the server and calls that were called off are no mistakes of this client. */
function isMistake(error: unknown): error is Error {
  return error instanceof Error && !isApiError(error) && error.name !== 'AbortError';
}

/** Reports what breaks, once each and a few a visit. Never fails: a report that gets lost is lost. */
export function errorReporter(send: (report: Report) => Promise<unknown>) {
  const known = new Set<string>();
  return (kind: Report['kind'], error: unknown): void => {
    if (!isMistake(error)) {
      return;
    }
    const place = plainPath(location.pathname);
    const screen = screenAt(place, true) ?? screenAt(place, false);
    const report: Report = {
      kind,
      name: /^[A-Za-z]\w{0,59}$/.test(error.name) ? error.name : 'Error',
      message: plainMessage(error.message),
      screen: screen?.path ?? '/',
      frames: ownFrames(error.stack, location.origin),
    };
    const what = `${report.name} ${report.message} ${report.frames[0] ?? ''}`;
    if (known.has(what) || known.size >= MOST_REPORTS) {
      return;
    }
    known.add(what);
    void send(report).catch(() => undefined);
  };
}

export const reportClientError = errorReporter((body) => callRoute(routes.reportClientError, { body, quiet: true }));

/** Reports what no part of the page has caught. */
export function reportUncaught(report = reportClientError, page: EventTarget = window): void {
  page.addEventListener('error', (event) => report('page', (event as ErrorEvent).error));
  page.addEventListener('unhandledrejection', (event) => {
    const reason: unknown = (event as PromiseRejectionEvent).reason;
    report('promise', reason);
    // A refused change that nobody spoke of: the person hears of it here. A lost session has its own words.
    if (isApiError(reason) && !isUnauthorized(reason)) {
      toastError(reason, 'Something went wrong. Please try again.');
    }
  });
}
