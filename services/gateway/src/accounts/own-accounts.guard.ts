import { Inject, Injectable } from '@nestjs/common';
import type { CanActivate } from '@nestjs/common';
import { CONFIG } from '@postloom/chassis';
import { AppError } from '@postloom/contracts';
import type { GatewayConfig } from '../config.ts';

/** Calls that only own accounts have: with a provider they are not there, whatever they are sent. */
@Injectable()
export class OwnAccountsGuard implements CanActivate {
  constructor(@Inject(CONFIG) private readonly config: GatewayConfig) {}

  canActivate(): true {
    if (this.config.oidcIssuer !== undefined) {
      throw new AppError('not_found');
    }
    return true;
  }
}
