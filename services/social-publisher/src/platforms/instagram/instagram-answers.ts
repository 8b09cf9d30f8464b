import type { OutboundResponse } from '@postloom/chassis';
import { asObject, asText } from '../http-call.ts';
import { graphFailure, graphProblem } from '../graph/graph-errors.ts';
import { PlatformError } from '../platform.port.ts';
import type { SavedSteps } from '../platform.port.ts';

const LABEL = 'Instagram';

/** What was prepared for a post. */
export interface Steps {
  /** Photo id to container id, of a carousel's items. */
  readonly items: Readonly<Record<string, string>>;
  /** What `media_publish` takes. */
  readonly container: string | null;
}

/** `permissions` is documented as a list and seen as comma separated text. */
export function scopesOf(value: unknown): string[] {
  const listed = Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
  return listed.length > 0 ? listed : (asText(value) ?? '').split(/[,\s]+/).filter((scope) => scope !== '');
}

/** The token host answers `{error_type, code, error_message}`, not the Graph shape. */
export function refusedCode(response: OutboundResponse): PlatformError {
  const failure = graphFailure(response);
  if (failure) return new PlatformError(graphProblem(LABEL, failure, response.headers));
  if (response.status >= 500)
    return new PlatformError({
      kind: 'transient',
      code: `http_${response.status}`,
      message: 'Instagram did not answer properly.',
    });
  return new PlatformError({
    kind: 'refused',
    code: 'code_refused',
    message: 'Instagram did not accept this sign-in. Please connect again.',
  });
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
