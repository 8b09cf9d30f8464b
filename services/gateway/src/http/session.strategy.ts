import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { AppError, Id, routes } from '@postloom/contracts';
import type { Principal, RouteContract } from '@postloom/contracts';
import { Strategy } from 'passport-custom';
import { SessionCookie } from './session-cookie.ts';
import { callerOf } from './caller.ts';
import { businessOfBefore, businessOfPopup } from './popup-cookie.ts';
import { Principals } from './principals.ts';
import { queryOf } from './request.ts';
import type { GatewayRequest } from './request.ts';
import { contractOf } from './route-table.ts';

export const SESSION_STRATEGY = 'session-cookie';

/**
 * The session cookie as a passport strategy; identity decides whose it is (`Principals`). `X-Business-Id` is checked against membership in
 * the same answer; another tenant's business is `not_found`.
 */
@Injectable()
export class SessionStrategy extends PassportStrategy(Strategy, SESSION_STRATEGY) {
  constructor(
    private readonly principals: Principals,
    private readonly cookie: SessionCookie,
  ) {
    super();
  }

  async validate(request: GatewayRequest): Promise<Principal> {
    const sessionToken = this.cookie.read(request);
    if (sessionToken === null) {
      throw new AppError('unauthorized');
    }
    const principal = await this.principals.resolve(sessionToken, askedBusiness(request), callerOf(request));
    request.principal = principal;
    return principal;
  }
}

/** An `<img>` cannot send headers: an object's address begins with the business it belongs to. */
const OBJECT_OF = /^\/objects\/([0-9a-f-]{36})\//;

/** Nor can links and popups: their addresses name the business (`businessId`). */
const NAVIGATIONS: ReadonlySet<RouteContract | undefined> = new Set([routes.downloadPhoto, routes.socialConnect]);

function askedBusiness(request: GatewayRequest): string | null {
  const asked = OBJECT_OF.exec(request.url)?.[1] ?? request.headers['x-business-id'] ?? businessOfNavigation(request);
  if (asked === null || asked === '') {
    return null;
  }
  const id = Id.safeParse(asked);
  if (!id.success) {
    throw new AppError('invalid_id');
  }
  return id.data;
}

function businessOfNavigation(request: GatewayRequest): string | null {
  const contract = contractOf(request.method, request.routeOptions.url);
  if (contract === routes.socialCallback) {
    return businessOfPopup(request);
  }
  if (contract === routes.socialPick) {
    return businessOfBefore(request);
  }
  return NAVIGATIONS.has(contract) ? (queryOf(request)['businessId'] ?? null) : null;
}
