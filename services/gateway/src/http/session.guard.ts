import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { AppError } from '@postloom/contracts';
import type { RouteContract } from '@postloom/contracts';
import type { GatewayRequest } from './request.ts';
import { ROUTE_CONTRACT } from './route.decorator.ts';
import { SESSION_STRATEGY } from './session.strategy.ts';

/**
 * Deny by default: a route is served only with a contract that says `public`, or with a session. A global guard rather than middleware,
 * because path variants and HEAD requests have bypassed middleware.
 */
@Injectable()
export class SessionGuard extends AuthGuard(SESSION_STRATEGY) {
  constructor(private readonly reflector: Reflector) {
    super();
  }

  override canActivate(context: ExecutionContext): ReturnType<CanActivate['canActivate']> {
    const contract = this.reflector.get<RouteContract | undefined>(ROUTE_CONTRACT, context.getHandler());
    return contract?.access === 'public' ? true : super.canActivate(context);
  }

  /** Called by passport with the strategy's result. */
  override handleRequest<T>(error: unknown, principal: T | false): T {
    if (error instanceof Error) {
      throw error;
    }
    if (!principal) {
      throw new AppError('unauthorized');
    }
    return principal;
  }

  override getRequest(context: ExecutionContext): GatewayRequest {
    return context.switchToHttp().getRequest<GatewayRequest>();
  }
}
