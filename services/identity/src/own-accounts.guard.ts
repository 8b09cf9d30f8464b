import { Injectable } from '@nestjs/common';
import type { CanActivate } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import { config } from './config.ts';

/**
 * Calls that only own accounts have: where people sign in at a provider, nobody signs up, signs in or changes what opens an account here.
 * What was set up before stays, and works again when the provider goes.
 */
@Injectable()
export class OwnAccountsGuard implements CanActivate {
  /** @throws AppError `not_found` */
  canActivate(): true {
    if (config.oidcIssuer !== undefined) {
      throw new AppError('not_found');
    }
    return true;
  }
}
