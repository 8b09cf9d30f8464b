/** What a handler answers. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

export function json(value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(value),
  };
}

export function html(body: string, status = 200, headers: Readonly<Record<string, string>> = {}): Reply {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      ...headers,
    },
    body,
  };
}

export function redirect(location: string): Reply {
  return { status: 302, headers: { location, 'cache-control': 'no-store' }, body: '' };
}

export function bytes(body: Buffer, contentType: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return {
    status: 200,
    headers: { 'content-type': contentType, 'x-content-type-options': 'nosniff', ...headers },
    body,
  };
}

/** Thrown by handlers to answer at once, in the platform's own format. */
export class Refusal extends Error {
  readonly reply: Reply;

  constructor(reply: Reply) {
    super(`refused with ${reply.status}`);
    this.name = 'Refusal';
    this.reply = reply;
  }
}
