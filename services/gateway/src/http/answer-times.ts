import { finished } from 'node:stream';
import { routes } from '@postloom/contracts';
import type { ErrorCode } from '@postloom/contracts';
import { metrics } from '../metrics.ts';
import type { GatewayReply, GatewayRequest } from './request.ts';
import { contractOf } from './route-table.ts';

const refusals = new WeakMap<GatewayReply['raw'], ErrorCode>();

/** With which code this request is refused: several codes share a status. */
export function refusedWith(code: ErrorCode, { raw }: GatewayReply): void {
  refusals.set(raw, code);
}

/**
 * Measures this request once it is over, however it ends, by area of the contract and by how it ended: `ok`, the code of its refusal, or `gone` for a
 * client that did not wait. The time runs from the last byte of the request, because a slow sender is not a slow server. A live stream
 * is open as long as its page, so it is not measured.
 */
export function measureAnswer(request: GatewayRequest, { raw: answer }: GatewayReply): void {
  const contract = contractOf(request.method, request.routeOptions.url);
  if (contract === routes.events) {
    return;
  }
  let since = performance.now();
  // Without a body `end` comes with the answer.
  if ('content-length' in request.headers || 'transfer-encoding' in request.headers) {
    request.raw.once('end', () => {
      since = performance.now();
    });
  }
  finished(answer, () => {
    const code = refusals.get(answer) ?? (answer.writableFinished ? codeOf(answer.statusCode) : 'gone');
    // Not by route: all routes with all codes are more series than a metric may have. Spans name the route.
    const area = contract?.tag ?? 'unknown';
    metrics.httpServerSeconds.observe((performance.now() - since) / 1000, { area, code });
  });
}

/** Of answers that no refusal of ours made: objects and files that media answers for, and pages. */
function codeOf(status: number): string {
  if (status < 400) {
    return 'ok';
  }
  return status < 500 ? 'refused' : 'internal';
}
