import { OutboundError } from '@postloom/chassis';
import type { PlatformHttp } from './http-call.ts';

/** Longest answer that is read of a server that a person chose, in bytes. */
const MAX_ANSWER_BYTES = 1_048_576;

/**
 * Calls to one server alone. Whatever an adapter takes out of the server's answers, the account's tokens go nowhere else, and
 * redirects are not followed. `label` stands for all servers of the platform in metrics: people choose their names.
 */
export function onlyTo(http: PlatformHttp, origin: string, label: string): PlatformHttp {
  return {
    request: (request) => {
      const url = new URL(request.url);
      if (url.origin !== origin) {
        return Promise.reject(new OutboundError('blocked', false, `${url.host} is not the server of this account`));
      }
      return http.request({
        ...request,
        maxResponseBytes: MAX_ANSWER_BYTES,
        redirect: 'error',
        internal: false,
        target: label,
      });
    },
  };
}
