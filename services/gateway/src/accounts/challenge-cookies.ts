import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@postloom/chassis';
import type { GatewayConfig } from '../config.ts';
import { OwnCookie } from '../http/index.ts';
import type { GatewayReply } from '../http/index.ts';

/** A sign-in under way in this browser: it opens nothing by itself. A page may be at both kinds at once. */
export abstract class ChallengeCookie extends OwnCookie {
  constructor(name: string, { publicUrl }: GatewayConfig) {
    super(name, publicUrl, 'Strict');
  }

  write(reply: GatewayReply, token: string, expiresAt: string): void {
    this.setUntil(reply, token, expiresAt);
  }
}

/** After the password and before the second step. */
@Injectable()
export class SecondStepCookie extends ChallengeCookie {
  constructor(@Inject(CONFIG) config: GatewayConfig) {
    super('postloom_sign_in_second', config);
  }
}

/** While a passkey is asked for. */
@Injectable()
export class PasskeyCookie extends ChallengeCookie {
  constructor(@Inject(CONFIG) config: GatewayConfig) {
    super('postloom_sign_in_passkey', config);
  }
}
