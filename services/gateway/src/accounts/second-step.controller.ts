import { Controller, Req, Res, UseGuards } from '@nestjs/common';
import { routes, secondStepRpc } from '@postloom/contracts';
import type { OutputOf, User } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller } from '@postloom/messaging';
import { Input, Route, SessionCookie, Who } from '../http/index.ts';
import type { GatewayReply, GatewayRequest, InputFor } from '../http/index.ts';
import { PasskeyCookie, SecondStepCookie } from './challenge-cookies.ts';
import type { ChallengeCookie } from './challenge-cookies.ts';
import { originOf } from './origin.ts';
import { OwnAccountsGuard } from './own-accounts.guard.ts';

/** Sign-ins that take more than a password, or none: what is under way is in a cookie of this browser. */
@Controller()
@UseGuards(OwnAccountsGuard)
export class SecondStepController {
  constructor(
    private readonly rpc: Rpc,
    private readonly cookie: SessionCookie,
    private readonly second: SecondStepCookie,
    private readonly passkey: PasskeyCookie,
  ) {}

  @Route(routes.signInWays)
  ways(@Req() request: GatewayRequest, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(secondStepRpc.signInWays, tokenOf(request, this.second), caller);
  }

  @Route(routes.askSecondPasskey)
  askSecondPasskey(@Req() request: GatewayRequest, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(secondStepRpc.signInAskPasskey, tokenOf(request, this.second), caller);
  }

  @Route(routes.secondStep)
  async secondStep(
    @Input() { body }: InputFor<typeof routes.secondStep>,
    @Req() request: GatewayRequest,
    @Res({ passthrough: true }) reply: GatewayReply,
    @Who() caller: Caller,
  ): Promise<User> {
    const answered = { answer: body, ...this.starting(request, this.second) };
    return this.signIn(reply, this.second, await this.rpc.call(secondStepRpc.signInFinish, answered, caller));
  }

  @Route(routes.askPasskey)
  async askPasskey(
    @Req() request: GatewayRequest,
    @Res({ passthrough: true }) reply: GatewayReply,
    @Who() caller: Caller,
  ): Promise<{ options: Record<string, unknown> }> {
    const { options, challengeToken, expiresAt } = await this.rpc.call(
      secondStepRpc.passkeySignInStart,
      { origin: originOf(request) },
      caller,
    );
    this.passkey.write(reply, challengeToken, expiresAt);
    return { options };
  }

  @Route(routes.passkeySignIn)
  async passkeySignIn(
    @Input() { body }: InputFor<typeof routes.passkeySignIn>,
    @Req() request: GatewayRequest,
    @Res({ passthrough: true }) reply: GatewayReply,
    @Who() caller: Caller,
  ): Promise<User> {
    const answered = { ...body, ...this.starting(request, this.passkey) };
    return this.signIn(reply, this.passkey, await this.rpc.call(secondStepRpc.passkeySignIn, answered, caller));
  }

  private starting(request: GatewayRequest, challenge: ChallengeCookie) {
    return { ...tokenOf(request, challenge), origin: originOf(request), replaces: this.cookie.read(request) };
  }

  private signIn(
    reply: GatewayReply,
    challenge: ChallengeCookie,
    { user, sessionToken, expiresAt }: OutputOf<typeof secondStepRpc.signInFinish>,
  ): User {
    this.cookie.write(reply, sessionToken, expiresAt);
    challenge.clear(reply);
    return user;
  }
}

/** Without the cookie it is empty: identity knows no such sign-in. */
function tokenOf(request: GatewayRequest, challenge: ChallengeCookie): { challengeToken: string } {
  return { challengeToken: challenge.read(request) ?? '' };
}
