import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { identityRpc, routes } from '@postloom/contracts';
import type { BodyOf, OutputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import { Strategy } from 'passport-custom';
import { callerOf, parseRequest, SessionCookie } from '../http/index.ts';
import type { GatewayRequest } from '../http/index.ts';
import { originOf } from './origin.ts';

export const PASSWORD_STRATEGY = 'password';

type Signed = OutputOf<typeof identityRpc.sessionStart>;

/** A request after the password strategy: passport stores the strategy's result as `user`. */
export type SignedRequest = GatewayRequest & { user: Signed };

/** Own accounts: email and password, checked and throttled by identity. */
@Injectable()
export class PasswordStrategy extends PassportStrategy(Strategy, PASSWORD_STRATEGY) {
  constructor(
    private readonly rpc: Rpc,
    private readonly cookie: SessionCookie,
  ) {
    super();
  }

  validate(request: GatewayRequest): Promise<Signed> {
    const { body } = parseRequest(routes.login, request) as { body: BodyOf<typeof routes.login> };
    return this.rpc.call(
      identityRpc.sessionStart,
      { ...body, origin: originOf(request), replaces: this.cookie.read(request) },
      callerOf(request),
    );
  }
}
