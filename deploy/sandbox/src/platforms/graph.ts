import { randomBytes } from 'node:crypto';
import type { Fault } from '../control/faults.ts';
import { argument, bearer } from '../http/call.ts';
import type { Call } from '../http/call.ts';
import { Refusal, json } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import type { PlatformName } from './definitions.ts';
import type { Grant, Token } from '../world/grants.ts';
import type { World } from '../world/world.ts';

/** The parts of Meta's error body that distinguish errors. */
export interface GraphError {
  readonly message: string;
  readonly code: number;
  readonly subcode?: number;
  readonly transient?: boolean;
  readonly title?: string;
  readonly userMessage?: string;
  readonly type?: string;
}

/** An error answer of the Graph API (both hosts). */
export function graphError(error: GraphError, status = 400, headers: Readonly<Record<string, string>> = {}): Reply {
  return json(
    {
      error: {
        message: error.message,
        type: error.type ?? 'OAuthException',
        code: error.code,
        ...(error.subcode === undefined ? {} : { error_subcode: error.subcode }),
        ...(error.transient === undefined ? {} : { is_transient: error.transient }),
        ...(error.title === undefined ? {} : { error_user_title: error.title }),
        ...(error.userMessage === undefined ? {} : { error_user_msg: error.userMessage }),
        fbtrace_id: `A${randomBytes(16).toString('base64url')}`,
      },
    },
    status,
    {
      'www-authenticate': `OAuth "Facebook Platform" "invalid_request" "${error.message.replace(/[^\x20-\x7e]|"/g, '')}"`,
      ...headers,
    },
  );
}

/** Ends the handler with a Graph error. */
export function refuseGraph(error: GraphError, status = 400): never {
  throw new Refusal(graphError(error, status));
}

const dayMs = 86_400_000;

/** A live token with its grant. */
export interface Bearer {
  readonly token: Token;
  readonly grant: Grant;
}

/** The token of a call as it was sent: the `access_token` argument or the Authorization header. */
export function graphToken(call: Call): string | undefined {
  return argument(call, 'access_token') ?? bearer(call);
}

/**
 * The token of the call, checked. Without one: 104; unknown: 190;
 * expired: 190/463; taken back: 190/458.
 */
export function graphBearer(world: World, platform: PlatformName, call: Call): Bearer {
  const value = graphToken(call);
  if (value === undefined || value === '') {
    refuseGraph({ message: 'An access token is required to request this resource.', code: 104 });
  }
  const token = world.grants.token(platform, value);
  const grant = token && world.grants.grant(token);
  if (!token || !grant) {
    refuseGraph({ message: 'Invalid OAuth access token - Cannot parse access token', code: 190 }, 401);
  }
  if (grant.revoked) {
    refuseGraph(appRemoved, 401);
  }
  if (world.grants.expired(token)) {
    const when = new Date(token.expiresAt ?? 0).toUTCString();
    refuseGraph(
      { message: `Error validating access token: Session has expired on ${when}.`, code: 190, subcode: 463 },
      401,
    );
  }
  if (world.settings.quotas === 'documented') {
    const key = usageKey(platform, token);
    if (!world.calls.take(key, world.settings.metaCallsPerDay, dayMs)) {
      const minutes = Math.ceil((dayMs - (Date.now() % dayMs)) / 60_000);
      const [target, code, name] =
        platform === 'instagram' ? (['instagram', 80002, 'Instagram'] as const) : (['pages', 80001, 'Page'] as const);
      const message = `(#${code}) There have been too many calls to this ${name} account. Wait a bit and try again.`;
      throw new Refusal(graphError({ message, code }, 400, usageHeaders(target, 100, minutes)));
    }
  }
  return { token, grant };
}

function usageKey(platform: PlatformName, token: Token): string {
  return `${platform} ${token.accountId ?? token.grantId} calls`;
}

/** The usage headers of an answer: the share of the day's calls that the account has used. */
export function usageOf(world: World, platform: 'instagram' | 'facebook', call: Call): Record<string, string> {
  const token = world.grants.token(platform, graphToken(call));
  const used = token ? world.calls.used(usageKey(platform, token), dayMs) : 0;
  const most = world.settings.metaCallsPerDay;
  const percent = used >= most ? 100 : Math.ceil((100 * used) / most);
  return usageHeaders(platform === 'instagram' ? 'instagram' : 'pages', percent, 0);
}

/** The answer to a token of a removed app. */
export const appRemoved: GraphError = {
  message: 'Error validating access token: The user has not authorized application 118440000000000.',
  code: 190,
  subcode: 458,
};

/** Refuses with code 10 (Instagram) or 200 (Pages) unless the person granted the scope. */
export function requireScope(grant: Grant, scope: string, code: 10 | 200): void {
  if (grant.scopes.includes(scope)) {
    return;
  }
  const message =
    code === 10
      ? `(#10) Application does not have permission for this action: ${scope} is missing`
      : `(#200) If posting to a page, requires both pages_read_engagement and pages_manage_posts as an admin with sufficient administrative permission; ${scope} is missing`;
  refuseGraph({ message, code }, 403);
}

/** The object does not exist, or this token may not see it. */
export function unknownObject(id: string, method: string): never {
  return refuseGraph({
    message: `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
    type: 'GraphMethodException',
    code: 100,
    subcode: 33,
  });
}

/** Graph calls work with and without a version: `/facebook/graph/v25.0/me` and `/facebook/graph/me`. */
export function unversionedGraph(path: string): string {
  return path.replace(/^(\/[^/]+)(\/graph)?\/v\d+\.\d+(?=\/|$)/, '$1$2');
}

/** Answers a path that no route knows. */
export function unknownGraphPath(call: Call): Reply {
  return graphError({ message: `Unknown path components: ${call.path}`, code: 2500 });
}

/** The requested fields of an object (`fields=a,b{c}`), or the default ones; `id` is always included. */
export function selectFields(
  call: Call,
  all: Readonly<Record<string, unknown>>,
  defaults: readonly string[],
): Record<string, unknown> {
  const asked = (argument(call, 'fields') ?? '')
    .replace(/\{[^{}]*\}/g, '')
    .replace(/\.[a-z_]+\([^)]*\)/g, '')
    .split(',')
    .map((field) => field.trim())
    .filter((field) => field !== '');
  const names = asked.length > 0 ? asked : defaults;
  const unknown = names.find((name) => !(name in all));
  if (unknown !== undefined) {
    refuseGraph({ message: `(#100) Tried accessing nonexisting field (${unknown})`, code: 100 });
  }
  const chosen: Record<string, unknown> = {};
  for (const name of names) {
    if (all[name] !== undefined) {
      chosen[name] = all[name];
    }
  }
  if (all['id'] !== undefined) {
    chosen['id'] = all['id'];
  }
  return chosen;
}

/** `2026-09-10T07:00:00+0000`. */
export function graphTime(iso: string): string {
  return `${new Date(iso).toISOString().slice(0, 19)}+0000`;
}

/** A page of a newest-first list: `since`/`until` (unix seconds or a date), `limit`, cursor `after`. */
export function graphPage<T extends { readonly at: string; readonly id: string }>(
  call: Call,
  world: World,
  items: readonly T[],
): { data: readonly T[]; paging?: unknown } {
  const since = graphInstant(call, 'since');
  const until = graphInstant(call, 'until');
  const limit = Math.min(100, Math.max(1, Number(argument(call, 'limit') ?? 25) || 25));
  const kept = items.filter((item) => {
    // The Graph API's resolution is whole seconds.
    const at = Math.floor(Date.parse(item.at) / 1000) * 1000;
    return (since === null || at >= since) && (until === null || at <= until);
  });
  const after = argument(call, 'after');
  const offset = after === undefined ? 0 : kept.findIndex((item) => cursor(item.id) === after) + 1;
  const data = kept.slice(offset, offset + limit);
  const first = data[0];
  const last = data.at(-1);
  if (!first || !last) {
    return { data };
  }
  const more = offset + limit < kept.length;
  const next = new URL(call.path, world.origin);
  for (const [name, value] of call.query) {
    if (name !== 'access_token') {
      next.searchParams.set(name, value);
    }
  }
  next.searchParams.set('after', cursor(last.id));
  return {
    data,
    paging: { cursors: { before: cursor(first.id), after: cursor(last.id) }, ...(more ? { next: next.href } : {}) },
  };
}

function cursor(id: string): string {
  return Buffer.from(id).toString('base64url');
}

/** An argument that is a time (unix seconds or a date), in milliseconds; null when there is none that can be read. */
export function graphInstant(call: Call, name: string): number | null {
  const value = argument(call, name);
  if (value === undefined || value === '') {
    return null;
  }
  const time = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value);
  return Number.isNaN(time) ? null : time;
}

/** The answer of a fault, as Meta words it. */
export function graphFault(fault: Fault, target: 'instagram' | 'pages'): Reply {
  switch (fault.mode) {
    case 'rate_limit': {
      const minutes = Math.ceil((fault.retryAfter ?? 60) / 60);
      return graphError(
        { message: '(#4) Application request limit reached', code: 4, transient: true },
        fault.status ?? 400,
        usageHeaders(target, 100, minutes),
      );
    }
    case 'token_revoked':
      return graphError(appRemoved, fault.status ?? 401);
    case 'media_rejected':
      return target === 'instagram' ? graphError(mediaErrors.ratio) : graphError(missingImage);
    default:
      return graphError(
        { message: 'An unexpected error has occurred. Please retry your request later.', code: 2, transient: true },
        fault.status ?? 500,
      );
  }
}

/** How Facebook refuses a picture that it cannot use. */
export const missingImage: GraphError = {
  message: '(#324) Missing or invalid image file',
  code: 324,
  subcode: 2069019,
  title: 'Missing or invalid image file',
  userMessage:
    'Your photos could not be uploaded. Photos should be smaller than 10 MB and saved as JPG, PNG, GIF, TIFF or BMP files.',
};

/** Why Instagram refuses pictures. */
export const mediaErrors = {
  size: {
    message: 'The image size is too large.',
    code: 36000,
    subcode: 2207004,
    transient: false,
    title: 'Image size too large',
    userMessage: 'The image is too large to download. It should be less than 8 MiB.',
  },
  format: {
    message: 'The image format is not supported.',
    code: 36001,
    subcode: 2207005,
    transient: false,
    title: 'Unsupported image format',
    userMessage: 'The image format is not supported. Only JPEG is.',
  },
  ratio: {
    message: 'The aspect ratio is not supported.',
    code: 36003,
    subcode: 2207009,
    transient: false,
    title: 'Unsupported aspect ratio',
    userMessage:
      'The submitted image with aspect ratio cannot be published. Please submit an image with a valid aspect ratio: 4:5 to 1.91:1.',
  },
  caption: {
    message: 'The caption was too long.',
    code: 36004,
    subcode: 2207010,
    transient: false,
    title: 'Caption too long',
    userMessage: 'The caption is too long: at most 2,200 characters and 30 hashtags.',
  },
  unfetchable: {
    message: 'Only photo or video can be accepted as media type.',
    code: 9004,
    subcode: 2207052,
    transient: false,
    title: 'Media download has failed',
    userMessage: 'The media could not be fetched from this URI.',
  },
} as const satisfies Record<string, GraphError>;

/** `X-App-Usage` and `X-Business-Use-Case-Usage`; the wait is in minutes. */
function usageHeaders(target: 'instagram' | 'pages', percent: number, waitMinutes: number): Record<string, string> {
  const usage = { call_count: percent, total_cputime: Math.min(percent, 25), total_time: Math.min(percent, 25) };
  return {
    'x-app-usage': JSON.stringify(usage),
    'x-business-use-case-usage': JSON.stringify({
      '118440000000000': [{ type: target, ...usage, estimated_time_to_regain_access: waitMinutes }],
    }),
  };
}
