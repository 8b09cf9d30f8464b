import { Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { AppError } from '@postloom/contracts';
import { PASSWORD_STRATEGY } from './password.strategy.ts';

/** Runs the password strategy and lets its own errors through. */
@Injectable()
export class PasswordGuard extends AuthGuard(PASSWORD_STRATEGY) {
  override handleRequest<T>(error: unknown, signed: T | false): T {
    if (error instanceof Error) {
      throw error;
    }
    if (!signed) {
      throw new AppError('invalid_credentials');
    }
    return signed;
  }
}
