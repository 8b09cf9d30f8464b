import { Controller, Req, Res } from '@nestjs/common';
import { AppError, callbackRpc, platformRules, platforms, routes } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller } from '@postloom/messaging';
import { Input, queryOf, Route, Who } from '../http/index.ts';
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
  constructor(private readonly rpc: Rpc) {}

  /** Also accepts a body that is not a form: without a signed_request it cannot come from Meta. */
  @Route(routes.metaDeauthorize)
  async deauthorize(@Req() request: GatewayRequest, @Who() caller: Caller): Promise<{ success: true }> {
    const signedRequest = new URLSearchParams(bytesOf(request).toString('utf8')).get('signed_request') ?? '';
    if (signedRequest === '' || signedRequest.length > LONGEST_SIGNED_REQUEST) {
      throw new AppError('unauthorized');
    }
    await this.rpc.call(callbackRpc.deauthorize, { signedRequest }, caller);
    return { success: true };
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
}

function bytesOf(request: GatewayRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

/** The single signature header of the request; null when there is none or more than one. */
function signatureOf(request: GatewayRequest): string {
  const [signature, ...others] = SIGNATURE_HEADERS.flatMap((name) => request.headers[name] ?? []);
  return signature === undefined || others.length > 0 || signature.length > 1_000 ? '' : signature;
}
