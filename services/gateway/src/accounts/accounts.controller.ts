import { Controller, Query, Redirect, Req, Res, UseGuards } from '@nestjs/common';
import { identityRpc, routes } from '@postloom/contracts';
import type { User } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller, ReadAnswer } from '@postloom/messaging';
import { Input, principalOf, Route, SessionCookie, Who } from '../http/index.ts';
import type { GatewayReply, GatewayRequest, InputFor } from '../http/index.ts';
import { originOf } from './origin.ts';
import { PasswordGuard } from './password.guard.ts';
import type { SignedRequest } from './password.strategy.ts';
import { ownPath } from './return-to.ts';

@Controller()
export class AccountsController {
  constructor(
    private readonly rpc: Rpc,
    private readonly cookie: SessionCookie,
  ) {}

  @Route(routes.register)
  async register(
    @Input() { body }: InputFor<typeof routes.register>,
    @Req() request: GatewayRequest,
    @Res({ passthrough: true }) reply: GatewayReply,
    @Who() caller: Caller,
  ): Promise<User> {
    const { user, session } = await this.rpc.call(
      identityRpc.userRegister,
      { ...body, origin: originOf(request), replaces: this.cookie.read(request) },
      caller,
    );
    if (session) {
      this.cookie.write(reply, session.sessionToken, session.expiresAt);
    }
    return user;
  }

  /** The password strategy has already signed the person in; a session cookie sent with the request is replaced, never reused. */
  @Route(routes.login)
  @UseGuards(PasswordGuard)
  login(@Req() request: SignedRequest, @Res({ passthrough: true }) reply: GatewayReply): User {
    this.cookie.write(reply, request.user.sessionToken, request.user.expiresAt);
    return request.user.user;
  }

  @Route(routes.currentUser)
  user(@Req() request: GatewayRequest): User {
    return principalOf(request).user;
  }

  @Route(routes.verifyEmail)
  verifyEmail(@Input() { body }: InputFor<typeof routes.verifyEmail>, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(identityRpc.emailConfirm, body, caller);
  }

  @Route(routes.sendConfirmation)
  sendConfirmation(@Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(identityRpc.emailSendConfirmation, {}, caller);
  }

  @Route(routes.passwordForgot)
  forgot(
    @Input() { body }: InputFor<typeof routes.passwordForgot>,
    @Req() request: GatewayRequest,
    @Who() caller: Caller,
  ): Promise<Uint8Array> {
    return this.rpc.raw(identityRpc.passwordForgot, { ...body, origin: originOf(request) }, caller);
  }

  @Route(routes.passwordReset)
  reset(@Input() { body }: InputFor<typeof routes.passwordReset>, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(identityRpc.passwordReset, body, caller);
  }

  @Route(routes.sessions)
  sessions(
    @Input() { query }: InputFor<typeof routes.sessions>,
    @Req() request: GatewayRequest,
    @Who() caller: Caller,
  ): Promise<ReadAnswer> {
    return this.rpc.read(
      identityRpc.sessionList,
      { ...query, currentSessionId: principalOf(request).sessionId },
      caller,
    );
  }

  @Route(routes.endSession)
  endSession(@Input() { params }: InputFor<typeof routes.endSession>, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(identityRpc.sessionRevoke, params, caller);
  }

  @Route(routes.logoutEverywhere)
  async logoutEverywhere(
    @Res({ passthrough: true }) reply: GatewayReply,
    @Who() caller: Caller,
  ): Promise<{ success: true }> {
    await this.rpc.call(identityRpc.sessionRevokeAll, {}, caller);
    this.cookie.clear(reply);
    return { success: true };
  }

  @Route(routes.loginPage)
  @Redirect()
  loginPage(
    @Query('returnTo') returnTo: unknown,
    @Query('screen') screen: unknown,
    @Query('reason') reason: unknown,
  ): { url: string; statusCode: number } {
    const path = ownPath(returnTo);
    const query = new URLSearchParams({
      ...(path === '/' ? {} : { returnTo: path }),
      ...(reason === 'session-ended' ? { reason } : {}),
    });
    const page = screen === 'register' ? '/register' : '/login';
    return { url: query.size > 0 ? `${page}?${query}` : page, statusCode: 302 };
  }

  @Route(routes.logout)
  @Redirect('/', 302)
  async logout(
    @Req() request: GatewayRequest,
    @Res({ passthrough: true }) reply: GatewayReply,
    @Who() caller: Caller,
  ): Promise<void> {
    const sessionToken = this.cookie.read(request);
    if (sessionToken !== null) {
      await this.rpc.call(identityRpc.sessionEnd, { sessionToken }, caller);
      this.cookie.clear(reply);
    }
  }
}
