import { Controller, Inject, Query, Redirect, Req, Res, UseGuards } from '@nestjs/common';
import { CONFIG } from '@postloom/chassis';
import { AppError, identityRpc, openidRpc, routes } from '@postloom/contracts';
import type { User } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller, ReadAnswer } from '@postloom/messaging';
import type { GatewayConfig } from '../config.ts';
import { Input, principalOf, Route, SessionCookie, Who } from '../http/index.ts';
import type { GatewayReply, GatewayRequest, InputFor } from '../http/index.ts';
import { SecondStepCookie } from './challenge-cookies.ts';
import { originOf } from './origin.ts';
import { OwnAccountsGuard } from './own-accounts.guard.ts';
import { PasswordGuard } from './password.guard.ts';
import type { SignedRequest } from './password.strategy.ts';
import { ownPath } from './return-to.ts';
import { SignInCookie } from './sign-in-cookie.ts';
import { failurePage, signInPage } from './sign-in-page.ts';

@Controller()
export class AccountsController {
  constructor(
    private readonly rpc: Rpc,
    private readonly cookie: SessionCookie,
    private readonly secondStep: SecondStepCookie,
    private readonly signIn: SignInCookie,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  @Route(routes.register)
  @UseGuards(OwnAccountsGuard)
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

  /**
   * The password strategy has already signed the person in; a session cookie sent with the request is replaced, never reused. Where a second
   * step is on, there is no session yet, only the cookie of the sign-in under way.
   */
  @Route(routes.login)
  @UseGuards(OwnAccountsGuard, PasswordGuard)
  login(@Req() request: SignedRequest, @Res({ passthrough: true }) reply: GatewayReply): User {
    const signed = request.user;
    if ('challengeToken' in signed) {
      this.secondStep.write(reply, signed.challengeToken, signed.expiresAt);
      throw new AppError('second_step_required');
    }
    this.cookie.write(reply, signed.sessionToken, signed.expiresAt);
    return signed.user;
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
  @UseGuards(OwnAccountsGuard)
  forgot(
    @Input() { body }: InputFor<typeof routes.passwordForgot>,
    @Req() request: GatewayRequest,
    @Who() caller: Caller,
  ): Promise<Uint8Array> {
    return this.rpc.raw(identityRpc.passwordForgot, { ...body, origin: originOf(request) }, caller);
  }

  @Route(routes.passwordReset)
  @UseGuards(OwnAccountsGuard)
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

  @Route(routes.endOtherSessions)
  endOtherSessions(@Req() request: GatewayRequest, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(identityRpc.sessionRevokeOthers, { currentSessionId: principalOf(request).sessionId }, caller);
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
  async loginPage(
    @Query('returnTo') asked: unknown,
    @Query('screen') screen: unknown,
    @Query('reason') reason: unknown,
    @Req() request: GatewayRequest,
    @Res({ passthrough: true }) reply: GatewayReply,
    @Who() caller: Caller,
  ): Promise<{ url: string; statusCode: number }> {
    const returnTo = ownPath(asked);
    if (this.config.oidcIssuer !== undefined) {
      return { url: await this.provider(returnTo, request, reply, caller), statusCode: 302 };
    }
    const page = screen === 'register' ? '/register' : '/login';
    return {
      url: signInPage(returnTo, reason === 'session-ended' ? reason : undefined, page),
      statusCode: 302,
    };
  }

  @Route(routes.logout)
  @Redirect()
  async logout(
    @Req() request: GatewayRequest,
    @Res({ passthrough: true }) reply: GatewayReply,
    @Who() caller: Caller,
  ): Promise<{ url: string; statusCode: number }> {
    const sessionToken = this.cookie.read(request);
    if (sessionToken === null) {
      return { url: '/', statusCode: 302 };
    }
    const { leaveAt } = await this.rpc.call(identityRpc.sessionEnd, { sessionToken }, caller);
    this.cookie.clear(reply);
    return { url: leaveAt ?? '/', statusCode: 302 };
  }

  /** Where a sign-in begins: the provider's address, or our page that says why it can't. */
  private async provider(
    returnTo: string,
    request: GatewayRequest,
    reply: GatewayReply,
    caller: Caller,
  ): Promise<string> {
    try {
      const { authorizeUrl, browser, keepSeconds } = await this.rpc.call(
        openidRpc.signInStart,
        { returnTo, browser: this.signIn.read(request), origin: originOf(request) },
        caller,
      );
      this.signIn.write(reply, browser, keepSeconds);
      return authorizeUrl;
    } catch (error) {
      return failurePage(error, request, returnTo);
    }
  }
}
