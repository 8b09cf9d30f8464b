import { Controller, Inject, Req, Res } from '@nestjs/common';
import { CONFIG } from '@postloom/chassis';
import { AppError, callbackRpc, platformRules, platforms, routes } from '@postloom/contracts';
import type { AnswerOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller } from '@postloom/messaging';
import type { GatewayConfig } from '../config.ts';
import { bytesOf, Input, queryOf, Route, Who } from '../http/index.ts';
import type { GatewayReply, GatewayRequest, InputFor } from '../http/index.ts';

/** Maximum length of the signed_request that publisher accepts. */
const LONGEST_SIGNED_REQUEST = 20_000;
/** Maximum length of a challenge value in the query. */
const LONGEST_CHALLENGE = 2_000;

/** Headers that carry a platform's signature; each platform sends its own. */
const SIGNATURE_HEADERS = [...new Set(platforms.flatMap((platform) => platformRules[platform].webhookSignature ?? []))];

/**
 * Webhooks and callbacks from the platforms. Bodies are forwarded byte for byte: publisher holds the secrets, verifies the signature, and
 * parses nothing before it is valid.
 */
@Controller()
export class CallbacksController {
  constructor(
    private readonly rpc: Rpc,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  @Route(routes.metaDeauthorize)
  async deauthorize(
    @Req() request: GatewayRequest,
    @Who() caller: Caller,
  ): Promise<AnswerOf<typeof routes.metaDeauthorize>> {
    const signedRequest = signedRequestOf(request);
    const { confirmationCode } = await this.rpc.call(callbackRpc.deauthorize, { signedRequest }, caller);
    return { success: true, ...this.statusOf(confirmationCode) };
  }

  @Route(routes.metaDataDeletion)
  async deleteData(
    @Req() request: GatewayRequest,
    @Who() caller: Caller,
  ): Promise<AnswerOf<typeof routes.metaDataDeletion>> {
    const signedRequest = signedRequestOf(request);
    const { confirmationCode } = await this.rpc.call(callbackRpc.dataDeletion, { signedRequest }, caller);
    return this.statusOf(confirmationCode);
  }

  @Route(routes.verifyWebhook)
  async verify(
    @Input() { params }: InputFor<typeof routes.verifyWebhook>,
    @Req() request: GatewayRequest,
    @Res() reply: GatewayReply,
    @Who() caller: Caller,
  ): Promise<void> {
    const query = queryOf(request, LONGEST_CHALLENGE);
    const { answer, contentType } = await this.rpc.call(callbackRpc.webhookChallenge, { ...params, query }, caller);
    await reply.status(200).header('content-type', contentType).send(answer);
  }

  @Route(routes.receiveWebhook)
  async receive(
    @Input() { params }: InputFor<typeof routes.receiveWebhook>,
    @Req() request: GatewayRequest,
    @Who() caller: Caller,
  ): Promise<{ success: true }> {
    const body = bytesOf(request).toString('base64');
    await this.rpc.call(callbackRpc.webhookReceive, { ...params, signature: signatureOf(request), body }, caller);
    return { success: true };
  }

  private statusOf(code: string): { url: string; confirmation_code: string } {
    const url = new URL('/data-deletion-status', this.config.publicUrl);
    url.searchParams.set('code', code);
    return { url: url.href, confirmation_code: code };
  }
}

/** A body that is not a form has no signed_request and cannot come from Meta. @throws AppError unauthorized */
function signedRequestOf(request: GatewayRequest): string {
  const signedRequest = new URLSearchParams(bytesOf(request).toString('utf8')).get('signed_request') ?? '';
  if (signedRequest === '' || signedRequest.length > LONGEST_SIGNED_REQUEST) {
    throw new AppError('unauthorized');
  }
  return signedRequest;
}

/** The single signature header of the request; null when there is none or more than one. */
function signatureOf(request: GatewayRequest): string {
  const [signature, ...others] = SIGNATURE_HEADERS.flatMap((name) => request.headers[name] ?? []);
  return signature === undefined || others.length > 0 || signature.length > 1_000 ? '' : signature;
}
