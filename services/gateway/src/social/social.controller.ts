import { Controller, Inject, Req, Res } from '@nestjs/common';
import { AppError, doctorRpc, errorMeaning, publisherRpc, replacementRpc, routes } from '@postloom/contracts';
import type { OutputOf, SharedAccount } from '@postloom/contracts';
import { CONFIG, Random } from '@postloom/chassis';
import { Rpc } from '@postloom/messaging';
import type { Caller, ReadAnswer } from '@postloom/messaging';
import type { GatewayConfig } from '../config.ts';
import { Input, principalOf, queryOf, rememberPopup, Route, Who } from '../http/index.ts';
import type { GatewayReply, GatewayRequest, InputFor } from '../http/index.ts';
import { ComposeSharedAccounts } from './compose-shared-accounts.ts';
import { NameBusiness } from './name-business.ts';
import { outcomePage, pagePolicy, pickPage, setupPage } from './popup-pages.ts';

@Controller()
export class SocialController {
  constructor(
    private readonly rpc: Rpc,
    private readonly sharedAccounts: ComposeSharedAccounts,
    private readonly nameBusiness: NameBusiness,
    private readonly random: Random,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  @Route(routes.socialStatus)
  status(@Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(publisherRpc.accountStatus, {}, caller);
  }

  @Route(routes.socialAccounts)
  accounts(@Input() { query }: InputFor<typeof routes.socialAccounts>, @Who() caller: Caller): Promise<ReadAnswer> {
    return this.rpc.read(publisherRpc.accountList, query, caller);
  }

  @Route(routes.sharedAccounts)
  shared(@Who() caller: Caller): Promise<SharedAccount[]> {
    return this.sharedAccounts.execute(caller);
  }

  @Route(routes.socialAuth)
  auth(
    @Input() { params, query }: InputFor<typeof routes.socialAuth>,
    @Req() request: GatewayRequest,
    @Who() caller: Caller,
  ): Promise<Uint8Array> {
    const { sessionId } = principalOf(request);
    return this.rpc.raw(publisherRpc.oauthStart, { ...params, ...query, sessionId }, caller);
  }

  @Route(routes.socialConnect)
  async connect(
    @Input() { params, query: { server } }: InputFor<typeof routes.socialConnect>,
    @Req() request: GatewayRequest,
    @Res() reply: GatewayReply,
    @Who() caller: Caller,
  ): Promise<void> {
    const { sessionId, businessId } = principalOf(request);
    let start: OutputOf<typeof publisherRpc.oauthStart>;
    try {
      start = await this.rpc.call(publisherRpc.oauthStart, { ...params, server, sessionId }, caller);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'upgrade_required') {
        throw error;
      }
      const failed = { outcome: 'failed', platform: params.platform, reason: error.message } as const;
      await this.page(reply, (nonce) => outcomePage(failed, nonce), 403);
      return;
    }
    if ('authUrl' in start) {
      const state = new URL(start.authUrl).searchParams.get('state');
      if (state !== null && businessId !== null) {
        rememberPopup(reply, { state, businessId }, this.config.publicUrl.startsWith('https:'));
      }
      await reply.redirect(start.authUrl, 302);
      return;
    }
    await this.page(reply, (nonce) => setupPage(params.platform, start, nonce));
  }

  /** The redirect back from the platform. Refusals are pages: a person sees this popup, and JSON would not help them. */
  @Route(routes.socialCallback)
  async callback(
    @Input() { params }: InputFor<typeof routes.socialCallback>,
    @Req() request: GatewayRequest,
    @Res() reply: GatewayReply,
    @Who() caller: Caller,
  ): Promise<void> {
    const outcome = await this.finish(params.platform, request, caller);
    const notice =
      outcome.outcome === 'connected' ? await this.sharedAccounts.sentenceOf(outcome.accounts, caller) : undefined;
    const business = {
      id: caller.businessId ?? '',
      name: outcome.outcome === 'pick' ? await this.nameBusiness.execute(caller) : undefined,
    };
    await this.page(
      reply,
      (nonce) =>
        outcome.outcome === 'pick' ? pickPage(outcome, business, nonce) : outcomePage(outcome, nonce, notice),
      outcome.status,
    );
  }

  @Route(routes.socialPick)
  async pick(
    @Input() { params, body }: InputFor<typeof routes.socialPick>,
    @Req() request: GatewayRequest,
    @Who() caller: Caller,
  ): Promise<unknown> {
    const outcome = await this.rpc.call(
      publisherRpc.oauthPick,
      { ...params, ...body, sessionId: principalOf(request).sessionId },
      caller,
    );
    if (outcome.outcome !== 'connected') {
      throw new AppError('invalid_state');
    }
    const notice = await this.sharedAccounts.sentenceOf(outcome.accounts, caller);
    return { success: true, accounts: outcome.accounts, ...(notice !== undefined && { notice }) };
  }

  @Route(routes.connectionDoctor)
  doctor(@Input() { params }: InputFor<typeof routes.connectionDoctor>, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(doctorRpc.accountDoctor, params, caller);
  }

  @Route(routes.accountReplacements)
  replacements(@Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(replacementRpc.replacementList, {}, caller);
  }

  @Route(routes.decideReplacement)
  decideReplacement(
    @Input() { body }: InputFor<typeof routes.decideReplacement>,
    @Who() caller: Caller,
  ): Promise<Uint8Array> {
    return this.rpc.raw(replacementRpc.replacementDecide, body, caller);
  }

  @Route(routes.disconnectPlatform)
  disconnect(
    @Input() { params }: InputFor<typeof routes.disconnectPlatform>,
    @Who() caller: Caller,
  ): Promise<Uint8Array> {
    return this.rpc.raw(publisherRpc.accountDisconnect, params, caller);
  }

  @Route(routes.disconnectAccount)
  disconnectAccount(
    @Input() { params }: InputFor<typeof routes.disconnectAccount>,
    @Who() caller: Caller,
  ): Promise<Uint8Array> {
    return this.rpc.raw(publisherRpc.accountDisconnect, params, caller);
  }

  private async finish(
    platform: InputFor<typeof routes.socialCallback>['params']['platform'],
    request: GatewayRequest,
    caller: Caller,
  ): Promise<OutputOf<typeof publisherRpc.oauthFinish> & { status: number }> {
    const query = queryOf(request);
    try {
      const outcome = await this.rpc.call(
        publisherRpc.oauthFinish,
        { platform, sessionId: principalOf(request).sessionId, query },
        caller,
      );
      return { ...outcome, status: 200 };
    } catch (error) {
      if (
        error instanceof AppError &&
        (error.code === 'invalid_state' || error.code === 'upgrade_required' || error.code === 'dependency_failed')
      ) {
        return { outcome: 'failed', platform, reason: error.message, status: errorMeaning(error.code).status };
      }
      throw error;
    }
  }

  private async page(reply: GatewayReply, render: (nonce: string) => string, status = 200): Promise<void> {
    const nonce = this.random.token(16);
    await reply.status(status).headers(pagePolicy(nonce)).send(render(nonce));
  }
}
