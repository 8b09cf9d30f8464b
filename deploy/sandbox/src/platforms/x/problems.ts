import type { Fault } from '../../control/faults.ts';
import { bearer } from '../../http/call.ts';
import type { Call } from '../../http/call.ts';
import { Refusal } from '../../http/reply.ts';
import type { Reply } from '../../http/reply.ts';
import type { Account } from '../../world/accounts.ts';
import type { Grant, Token } from '../../world/grants.ts';
import type { World } from '../../world/world.ts';

/** An `application/problem+json` answer. */
export function problem(
  status: number,
  title: string,
  detail: string,
  type = 'about:blank',
  more: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return {
    status,
    headers: { 'content-type': 'application/problem+json; charset=utf-8', ...headers },
    body: JSON.stringify({ ...more, title, detail, type, status }),
  };
}

/** 400 of X's validation. */
export function invalidRequest(parameter: string, value: string, message: string): never {
  throw new Refusal(
    problem(
      400,
      'Invalid Request',
      'One or more parameters to your request was invalid.',
      'https://api.twitter.com/2/problems/invalid-request',
      { errors: [{ parameters: { [parameter]: [value] }, message }] },
    ),
  );
}

export function forbidden(detail: string): never {
  throw new Refusal(problem(403, 'Forbidden', detail));
}

export function tooMany(resetAt: number): Reply {
  return problem(
    429,
    'Too Many Requests',
    'Too Many Requests',
    'about:blank',
    {},
    { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': String(resetAt) },
  );
}

/** The account that the call's access token speaks for, with the scopes checked. */
export function xAccount(
  world: World,
  call: Call,
  ...scopes: string[]
): { account: Account; token: Token; grant: Grant } {
  const token = world.grants.token('twitter', bearer(call));
  const grant = token && world.grants.grant(token);
  const account = token && world.accounts.get('twitter', token.accountId ?? '');
  if (!token || !grant || !account || grant.revoked || token.use !== 'access' || world.grants.expired(token)) {
    throw new Refusal(problem(401, 'Unauthorized', 'Unauthorized'));
  }
  const missing = scopes.find((scope) => !grant.scopes.includes(scope));
  if (missing !== undefined) {
    throw new Refusal(
      problem(
        403,
        'Forbidden',
        `Your access token lacks the scope ${missing} that this endpoint needs.`,
        'https://api.twitter.com/2/problems/not-authorized-for-resource',
      ),
    );
  }
  return { account, token, grant };
}

/** The answer of a fault, as X words it. */
export function xFault(fault: Fault): Reply {
  switch (fault.mode) {
    case 'rate_limit':
      return tooMany(Math.ceil(Date.now() / 1000) + (fault.retryAfter ?? 60));
    case 'token_revoked':
      return problem(fault.status ?? 401, 'Unauthorized', 'Unauthorized');
    case 'media_rejected':
      return problem(
        400,
        'Invalid Request',
        'One or more parameters to your request was invalid.',
        'https://api.twitter.com/2/problems/invalid-request',
        {
          errors: [
            {
              parameters: { media: ['image'] },
              message: 'The media was rejected: it could not be processed as an image.',
            },
          ],
        },
      );
    default:
      return problem(fault.status ?? 503, 'Service Unavailable', 'Service Unavailable');
  }
}
