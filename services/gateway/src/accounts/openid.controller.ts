import { Controller, Inject, Redirect, Req, Res } from '@nestjs/common';
import { CONFIG } from '@postloom/chassis';
import { openidRpc, routes } from '@postloom/contracts';
import type { AnswerOf, OutputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller } from '@postloom/messaging';
import type { GatewayConfig } from '../config.ts';
import { Input, Route, SessionCookie, Who } from '../http/index.ts';
import type { GatewayReply, GatewayRequest, InputFor } from '../http/index.ts';
import { originOf } from './origin.ts';
import { ownPath } from './return-to.ts';
import { SignInCookie } from './sign-in-cookie.ts';
import { failurePage, refusalPage } from './sign-in-page.ts';

/** Signing in at an OpenID Connect provider: identity decides, here are the browser's cookies and ways. */
@Controller()
export class OpenidController {
  constructor(
    private readonly rpc: Rpc,
    private readonly session: SessionCookie,
    private readonly signIn: SignInCookie,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  @Route(routes.signInProvider)
  provider(): AnswerOf<typeof routes.signInProvider> {
    const { oidcIssuer, oidcName } = this.config;
    return { provider: oidcIssuer === undefined ? null : { name: oidcName ?? new URL(oidcIssuer).hostname } };
  }

  @Route(routes.loginCallback)
  @Redirect()
  async callback(
    @Req() request: GatewayRequest,
    @Res({ passthrough: true }) reply: GatewayReply,
    @Who() caller: Caller,
  ): Promise<{ url: string; statusCode: number }> {
    let result: OutputOf<typeof openidRpc.signInFinish>;
    try {
      result = await this.rpc.call(
        openidRpc.signInFinish,
        {
          ...{ query: request.url.split('?').slice(1).join('?'), browser: this.signIn.read(request) },
          ...{ origin: originOf(request), replaces: this.session.read(request) },
        },
        caller,
      );
    } catch (error) {
      return { url: failurePage(error, request, '/'), statusCode: 302 };
    }
    const returnTo = ownPath(result.returnTo);
    if (result.outcome === 'refused') {
      return { url: refusalPage(result.reason, returnTo), statusCode: 302 };
    }
    this.session.write(reply, result.sessionToken, result.expiresAt);
    return { url: returnTo, statusCode: 302 };
  }

  @Route(routes.confirmLink)
  connect(@Input() { body }: InputFor<typeof routes.confirmLink>, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(openidRpc.linkConfirm, body, caller);
  }
}
