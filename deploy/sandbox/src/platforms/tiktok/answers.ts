import { randomBytes } from 'node:crypto';
import type { Fault } from '../../control/faults.ts';
import { bearer } from '../../http/call.ts';
import type { Call } from '../../http/call.ts';
import { Refusal } from '../../http/reply.ts';
import type { Reply } from '../../http/reply.ts';
import type { Account } from '../../world/accounts.ts';
import type { Grant, Token } from '../../world/grants.ts';
import type { World } from '../../world/world.ts';

/** `20261120...`: a time and random digits, in the format of TikTok's log ids. */
export function logId(): string {
  return `${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}${randomBytes(9).toString('hex').toUpperCase()}`;
}

/**
 * An answer in TikTok's envelope. `data` may hold `bigint`s: TikTok writes its post ids as JSON numbers, though they are
 * greater than 2^53.
 */
export function envelope(data: unknown, code = 'ok', message = '', status = 200): Reply {
  const mark = `@integer-${randomBytes(6).toString('hex')}:`;
  const text = JSON.stringify({ data, error: { code, message, log_id: logId() } }, (_key, value: unknown) =>
    typeof value === 'bigint' ? `${mark}${value}` : value,
  );
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: text.replaceAll(new RegExp(`"${mark}(\\d+)"`, 'g'), '$1'),
  };
}

/** Ends the handler with an error in the envelope. */
export function refuse(status: number, code: string, message: string): never {
  throw new Refusal(envelope({}, code, message, status));
}

export function invalidParam(message: string): never {
  return refuse(400, 'invalid_params', message);
}

/** The creator behind a call. */
export interface Creator {
  readonly account: Account;
  readonly grant: Grant;
  readonly token: Token;
}

/** The live token of the call with the scope it needs: 401 `access_token_invalid` or `scope_not_authorized` otherwise. */
export function creator(world: World, call: Call, ...scopes: string[]): Creator {
  const token = world.grants.token('tiktok', bearer(call));
  const grant = token && world.grants.grant(token);
  const account = world.accounts.get('tiktok', token?.accountId ?? '');
  if (!token || !grant || !account || token.use !== 'access' || grant.revoked || world.grants.expired(token)) {
    return refuse(401, 'access_token_invalid', 'The access token is invalid or not found in the request.');
  }
  const missing = scopes.find((scope) => !grant.scopes.includes(scope));
  if (missing !== undefined) {
    return refuse(
      401,
      'scope_not_authorized',
      `The user did not authorize the scope required for completing this request: ${missing}`,
    );
  }
  return { account, grant, token };
}

/** Counts a call of a user token in its minute; 429 when there were too many. */
export function limitRate(world: World, who: Creator, endpoint: string, perMinute: number): void {
  if (world.settings.quotas === 'off') {
    return;
  }
  if (!world.calls.take(`${who.token.grantId} ${endpoint}`, perMinute, world.settings.tiktokWindowMs)) {
    throw new Refusal(tooMany());
  }
}

function tooMany(): Reply {
  return envelope({}, 'rate_limit_exceeded', 'The API rate limit was exceeded. Please try again later.', 429);
}

/** The answer of a fault, as TikTok words it. No header says when to try again. */
export function tiktokFault(fault: Fault): Reply {
  switch (fault.mode) {
    case 'rate_limit':
      return tooMany();
    case 'token_revoked':
      return envelope(
        {},
        'access_token_invalid',
        'The access token is invalid or not found in the request.',
        fault.status ?? 401,
      );
    default:
      return envelope({}, 'internal_error', 'Something went wrong. Please try again later.', fault.status ?? 500);
  }
}
