import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@postloom/chassis';
import type { GatewayConfig } from '../config.ts';
import { OwnCookie } from './own-cookie.ts';
import type { GatewayReply } from './request.ts';

@Injectable()
export class SessionCookie extends OwnCookie {
  constructor(@Inject(CONFIG) config: GatewayConfig) {
    super('postloom_session', config.publicUrl);
  }

  /** `expiresAt`: the session's absolute end. */
  write(reply: GatewayReply, token: string, expiresAt: string): void {
    this.setUntil(reply, token, expiresAt);
  }
}
