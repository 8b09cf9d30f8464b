import { Controller } from '@nestjs/common';
import { callbackRpc } from '@postloom/contracts';
import type { OutputOf, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import { Deauthorize } from './deauthorize.ts';
import { ReceiveWebhook } from './receive-webhook.ts';
import { WebhookChallenge } from './webhook-challenge.ts';

/** There is no signed-in caller: the signature is the only proof. */
@Controller()
export class CallbacksRpc {
  constructor(
    private readonly deauthorizeApp: Deauthorize,
    private readonly webhookChallenge: WebhookChallenge,
    private readonly receiveWebhook: ReceiveWebhook,
  ) {}

  @Rpc(callbackRpc.deauthorize)
  deauthorize(input: ParsedInputOf<typeof callbackRpc.deauthorize>): Promise<OutputOf<typeof callbackRpc.deauthorize>> {
    return this.deauthorizeApp.execute(input.signedRequest);
  }

  @Rpc(callbackRpc.webhookChallenge)
  challenge(
    input: ParsedInputOf<typeof callbackRpc.webhookChallenge>,
  ): Promise<OutputOf<typeof callbackRpc.webhookChallenge>> {
    return Promise.resolve(this.webhookChallenge.execute(input.platform, input.query));
  }

  @Rpc(callbackRpc.webhookReceive)
  receive(
    input: ParsedInputOf<typeof callbackRpc.webhookReceive>,
  ): Promise<OutputOf<typeof callbackRpc.webhookReceive>> {
    return this.receiveWebhook.execute({ ...input, body: Buffer.from(input.body, 'base64') });
  }
}
