import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@postloom/chassis';
import type { GatewayConfig } from '../config.ts';
import type { GatewayReply, GatewayRequest } from './request.ts';

/** The session's cookie: `__Host-` and Secure on https, always HttpOnly and SameSite=Lax. */
@Injectable()
export class SessionCookie {
  private readonly name: string;
  private readonly attributes: string;

  constructor(@Inject(CONFIG) config: GatewayConfig) {
    const secure = config.publicUrl.startsWith('https:');
    this.name = secure ? '__Host-postloom_session' : 'postloom_session';
    this.attributes = `; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  }

  read(request: GatewayRequest): string | null {
    const header = request.headers.cookie;
    if (header === undefined) {
      return null;
    }
    for (const pair of header.split(';')) {
      const separator = pair.indexOf('=');
      if (separator > 0 && pair.slice(0, separator).trim() === this.name) {
        return pair.slice(separator + 1).trim() || null;
      }
    }
    return null;
  }

  /** `expiresAt`: ISO instant of the session's absolute end. */
  write(reply: GatewayReply, token: string, expiresAt: string): void {
    reply.header('set-cookie', `${this.name}=${token}; Expires=${new Date(expiresAt).toUTCString()}${this.attributes}`);
  }

  clear(reply: GatewayReply): void {
    reply.header('set-cookie', `${this.name}=; Max-Age=0${this.attributes}`);
  }
}
