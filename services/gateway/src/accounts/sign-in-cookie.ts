import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@postloom/chassis';
import type { GatewayConfig } from '../config.ts';
import { OwnCookie } from '../http/index.ts';
import type { GatewayReply } from '../http/index.ts';

/** Binds a sign-in at the provider to the browser that began it. Lax: the way back is a navigation from the provider's site. */
@Injectable()
export class SignInCookie extends OwnCookie {
  constructor(@Inject(CONFIG) config: GatewayConfig) {
    super('postloom_sign_in', config.publicUrl);
  }

  write(reply: GatewayReply, value: string, keepSeconds: number): void {
    this.set(reply, value, `Max-Age=${keepSeconds}`);
  }
}
