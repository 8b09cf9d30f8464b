import type { OutboundResponse } from '@postloom/chassis';
import { asList, asObject, asText, jsonObject } from '../http-call.ts';
import { graphFailure, graphProblem, isAppRefusal } from '../graph/graph-errors.ts';
import { PlatformError } from '../platform.port.ts';
import type { PlatformProblem, SavedSteps } from '../platform.port.ts';
import { appRefused, codeRefused, ownProblem } from '../problems.ts';

const LABEL = 'Instagram';
const ONE_HOUR = 3_600;

/** What was prepared for a post. */
export interface Steps {
  /** Photo id to container id, of a carousel's items. */
  readonly items: Readonly<Record<string, string>>;
  /** What `media_publish` takes. */
  readonly container: string | null;
}

/** The token host answers `{error_type, code, error_message}`, not the Graph shape. */
export function refusedCode(response: OutboundResponse): PlatformError {
  const failure = graphFailure(response);
  if (failure) {
    return new PlatformError(graphProblem(LABEL, failure, response.headers));
  }
  if (response.status >= 500) {
    return new PlatformError(ownProblem(LABEL, `http_${response.status}`));
  }
  if (isAppRefusal(asText(jsonObject(response)?.['error_message']))) {
    return new PlatformError(appRefused(LABEL, 'client_refused', 'check its client id and secret'));
  }
  return codeRefused(LABEL);
}

export function stepsOf(steps: SavedSteps): Steps {
  const items = asObject(steps['items']) ?? {};
  return {
    items: Object.fromEntries(
      Object.entries(items).flatMap(([photo, id]) => (typeof id === 'string' ? [[photo, id]] : [])),
    ),
    container: asText(steps['container']),
  };
}

/** A container's `status` sentence carries the subcode of what went wrong. */
export function containerFailure(status: string | null): PlatformProblem {
  const subcode = Number(/2207\d{3}/.exec(status ?? '')?.[0] ?? NaN);
  const failure = {
    code: 0,
    subcode: Number.isNaN(subcode) ? null : subcode,
    isTransient: false,
    userMessage: status,
  };
  const problem = graphProblem(LABEL, failure, {});
  // A container that failed stays failed: only a new one helps.
  return problem.kind === 'transient' ? { ...problem, kind: 'stale' } : problem;
}

/**
 * `content_publishing_limit`: posts of the last 24 hours, and how many are allowed. Sources say 25, 50 and 100: the account's own figure
 * counts. Null: the answer has none.
 */
export function publishingLimit(answer: Readonly<Record<string, unknown>>): { used: number; total: number } | null {
  const limit = asList(answer['data'])[0];
  const used = limit?.['quota_usage'];
  const total = asObject(limit?.['config'])?.['quota_total'];
  return typeof used === 'number' && typeof total === 'number' ? { used, total } : null;
}

/** The same as a problem, or null while there is room. */
export function quotaProblem(answer: Readonly<Record<string, unknown>>): PlatformProblem | null {
  const limit = publishingLimit(answer);
  if (limit === null || limit.used < limit.total) {
    return null;
  }
  return {
    kind: 'wait',
    code: 'quota_used',
    message: `Instagram takes ${limit.total} posts in 24 hours from other apps, and the account has reached that number.`,
    seconds: ONE_HOUR,
    scope: 'account',
  };
}
