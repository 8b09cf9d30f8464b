import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { AppError, Id } from '@postloom/contracts';
import type { Principal } from '@postloom/contracts';
import { Strategy } from 'passport-custom';
import { SessionCookie } from './session-cookie.ts';
import { callerOf } from './caller.ts';
import { POPUP_COOKIE } from './popup-cookie.ts';
import { Principals } from './principals.ts';
import type { GatewayRequest } from './request.ts';

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

/** A popup is a navigation and cannot send headers either: its business is in its address, then in a cookie of its own. */
const POPUP = /^\/api\/social\/\w+\/(connect|callback|pick)(?:$|\?)/;

function askedBusiness(request: GatewayRequest): string | null {
  const asked = OBJECT_OF.exec(request.url)?.[1] ?? request.headers['x-business-id'] ?? businessOfPopup(request);
  if (asked === undefined || asked === '') {
    return null;
  }
  const id = Id.safeParse(asked);
  if (!id.success) {
    throw new AppError('invalid_id');
  }
  return id.data;
}

function businessOfPopup(request: GatewayRequest): string | undefined {
  const step = POPUP.exec(request.url)?.[1];
  if (step === undefined) {
    return undefined;
  }
  if (step === 'connect') {
    const { businessId } = request.query as { businessId?: unknown };
    return typeof businessId === 'string' ? businessId : undefined;
  }
  return new RegExp(`(?:^|;\\s*)${POPUP_COOKIE}=([0-9a-f-]{36})`).exec(request.headers.cookie ?? '')?.[1];
}
