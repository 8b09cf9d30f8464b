import { randomBytes, randomUUID } from 'node:crypto';
import type { Fault } from '../../control/faults.ts';
import { bearer } from '../../http/call.ts';
import type { Call } from '../../http/call.ts';
import { Refusal, json } from '../../http/reply.ts';
import type { Reply } from '../../http/reply.ts';
import type { Account } from '../../world/accounts.ts';
import type { Grant } from '../../world/grants.ts';
import type { World } from '../../world/world.ts';

/** Monthly versions that answer, checked on 2026-11-20: 202510 and 202511 are sunset, 202512 was never listed. */
const activeVersions = [
  '202601',
  '202602',
  '202603',
  '202604',
  '202605',
  '202606',
  '202607',
  '202608',
  '202609',
  '202610',
  '202611',
];

/** An error answer of the versioned API. */
export function linkedInError(
  status: number,
  code: string,
  message: string,
  more: Readonly<Record<string, unknown>> = {},
): Reply {
  return json({ status, ...more, code, message }, status);
}

export function refuse(
  status: number,
  code: string,
  message: string,
  more: Readonly<Record<string, unknown>> = {},
): never {
  throw new Refusal(linkedInError(status, code, message, more));
}

/** 400 that names the field. */
export function invalidField(code: string, path: string, description: string): never {
  return refuse(400, code, description, {
    errorDetailType: 'com.linkedin.common.error.BadRequest',
    errorDetails: { inputErrors: [{ description, input: { inputPath: { fieldPath: path } }, code }] },
  });
}

/** 403: a permission is missing, or the role at the organization. `action` as in `posts.CREATE`. */
export function denied(call: Call, action: string): never {
  const version = String(call.headers['linkedin-version'] ?? '');
  return refuse(403, 'ACCESS_DENIED', `Not enough permissions to access: ${action}.${version}01`, {
    serviceErrorCode: 100,
  });
}

/** The member behind a call. */
export interface Caller {
  readonly grant: Grant;
  readonly member: Account;
}

/** The live token of the call. Without one, unknown, expired or taken back: 401 with LinkedIn's code for it. */
export function caller(world: World, call: Call): Caller {
  const value = bearer(call);
  if (value === undefined || value === '') {
    throw new Refusal(json({ message: 'Empty oauth2_access_token', serviceErrorCode: 401, status: 401 }, 401));
  }
  const token = world.grants.token('linkedin', value);
  const grant = token && world.grants.grant(token);
  const member = world.accounts.get('linkedin', token?.accountId ?? '');
  if (!token || !grant || !member || token.use !== 'access') {
    return refuse(401, 'INVALID_ACCESS_TOKEN', 'Invalid access token', { serviceErrorCode: 65600 });
  }
  if (grant.revoked) {
    throw new Refusal(revokedToken());
  }
  if (world.grants.expired(token)) {
    return refuse(401, 'EXPIRED_ACCESS_TOKEN', 'The token used in the request has expired', {
      serviceErrorCode: 65602,
    });
  }
  return { grant, member };
}

/** The caller of a `/rest` call, whose headers are checked as well: version and protocol. */
export function restCaller(world: World, call: Call): Caller {
  const version = call.headers['linkedin-version'];
  if (typeof version !== 'string' || version === '') {
    return refuse(
      400,
      'VERSION_MISSING',
      'A version must be present. Please specify a version by adding the LinkedIn-Version header.',
    );
  }
  if (!activeVersions.includes(version)) {
    return refuse(426, 'NONEXISTENT_VERSION', `Requested version ${version} is not active`);
  }
  if (call.headers['x-restli-protocol-version'] !== '2.0.0') {
    return refuse(400, 'ILLEGAL_ARGUMENT', 'The header X-Restli-Protocol-Version: 2.0.0 is required.');
  }
  return caller(world, call);
}

function revokedToken(): Reply {
  return linkedInError(401, 'REVOKED_ACCESS_TOKEN', 'The token used in the request has been revoked by the user', {
    serviceErrorCode: 65601,
  });
}

export function tooMany(): Reply {
  return linkedInError(
    429,
    'TOO_MANY_REQUESTS',
    'Resource level throttle limit for calls to this resource is reached.',
    { serviceErrorCode: 101 },
  );
}

/** The answer of a fault, as LinkedIn words it. No header says when to try again, unless the fault asks for one. */
export function linkedInFault(fault: Fault): Reply {
  switch (fault.mode) {
    case 'rate_limit': {
      const reply = tooMany();
      if (fault.retryAfter === undefined) {
        return reply;
      }
      return { ...reply, headers: { ...reply.headers, 'retry-after': String(fault.retryAfter) } };
    }
    case 'token_revoked':
      return revokedToken();
    default:
      return linkedInError(fault.status ?? 500, 'INTERNAL_SERVER_ERROR', 'Internal Server Error');
  }
}

/** Headers that LinkedIn sends with every answer; only its support can use them. */
export function traceHeaders(): Record<string, string> {
  return {
    'x-li-fabric': 'prod-sandbox',
    'x-li-request-id': randomUUID(),
    'x-li-uuid': randomBytes(16).toString('base64'),
    'x-restli-protocol-version': '2.0.0',
  };
}

/** `urn:li:person:<id>` or `urn:li:organization:<id>`. */
export function urnOf(account: Account): string {
  return account.kind === 'member' ? `urn:li:person:${account.id}` : `urn:li:organization:${account.id}`;
}

/** The account behind an author's URN, of the kind that the URN says. */
export function accountOf(world: World, urn: string): Account | undefined {
  const match = /^urn:li:(person|organization):([\w-]+)$/.exec(urn);
  const account = match ? world.accounts.get('linkedin', match[2] ?? '') : undefined;
  return account && urnOf(account) === urn ? account : undefined;
}

/** The role that the member has at an organization, as organizationAcls names it; null for none. */
export function roleAt(member: Account, organization: Account): 'ADMINISTRATOR' | 'ANALYST' | null {
  if (organization.owner !== member.id) {
    return null;
  }
  return organization.kind === 'business' ? 'ADMINISTRATOR' : 'ANALYST';
}

/**
 * The author that the caller may write as: themselves with `w_member_social`, an organization with
 * `w_organization_social` and the role for it. Else 403, or 400 when it is not the URN of an author.
 */
export function writableAuthor(
  world: World,
  call: Call,
  who: Caller,
  urn: unknown,
  field: string,
  action: string,
): Account {
  const author = typeof urn === 'string' ? accountOf(world, urn) : undefined;
  if (!author) {
    return invalidField('INVALID_URN_ID', field, `${String(urn)} is not a person or organization URN`);
  }
  if (author.kind === 'member') {
    if (author.id !== who.member.id || !who.grant.scopes.includes('w_member_social')) {
      return denied(call, action);
    }
    return author;
  }
  const may = roleAt(who.member, author) === 'ADMINISTRATOR' && who.grant.scopes.includes('w_organization_social');
  return may ? author : denied(call, action);
}

/** The organization whose content or figures the caller may read: `scope` and any role. Members: always 403. */
export function readableOrganization(
  world: World,
  call: Call,
  who: Caller,
  urn: string,
  scope: string,
  action: string,
): Account {
  const account = accountOf(world, urn);
  if (!account) {
    return invalidField('INVALID_URN_ID', 'urn', `${urn} is not a person or organization URN`);
  }
  if (account.kind === 'member' || roleAt(who.member, account) === null || !who.grant.scopes.includes(scope)) {
    return denied(call, action);
  }
  return account;
}
