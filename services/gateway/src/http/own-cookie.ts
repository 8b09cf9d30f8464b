import type { GatewayReply, GatewayRequest } from './request.ts';

/** A cookie of our own pages: `__Host-` and Secure on https, always HttpOnly. Strict: no other site sends it along, by a link neither. */
export abstract class OwnCookie {
  private readonly name: string;
  private readonly attributes: string;

  constructor(name: string, publicUrl: string, sameSite: 'Lax' | 'Strict' = 'Lax') {
    const secure = publicUrl.startsWith('https:');
    this.name = secure ? `__Host-${name}` : name;
    this.attributes = `; Path=/; HttpOnly; SameSite=${sameSite}${secure ? '; Secure' : ''}`;
  }

  /** Null when it is absent or empty. */
  read(request: GatewayRequest): string | null {
    return cookieIn(request, this.name);
  }

  clear(reply: GatewayReply): void {
    this.set(reply, '', 'Max-Age=0');
  }

  protected set(reply: GatewayReply, value: string, lifetime: string): void {
    reply.header('set-cookie', `${this.name}=${value}; ${lifetime}${this.attributes}`);
  }

  /** `expiresAt`: an ISO instant. */
  protected setUntil(reply: GatewayReply, value: string, expiresAt: string): void {
    this.set(reply, value, `Expires=${new Date(expiresAt).toUTCString()}`);
  }
}

/** Null when it is absent or empty. */
export function cookieIn(request: GatewayRequest, name: string): string | null {
  for (const pair of request.headers.cookie?.split(';') ?? []) {
    const separator = pair.indexOf('=');
    if (separator > 0 && pair.slice(0, separator).trim() === name) {
      return pair.slice(separator + 1).trim() || null;
    }
  }
  return null;
}
