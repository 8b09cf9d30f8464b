import { Controller } from '@nestjs/common';
import { callbackRpc } from '@postloom/contracts';
import type { DeletionStatus, OutputOf, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import { Deauthorize } from './deauthorize.ts';
import { DeletePlatformData } from './delete-platform-data.ts';
import { PlatformDeletionsClaims } from './platform-deletions.claims.ts';
import { ReceiveWebhook } from './receive-webhook.ts';
import { WebhookChallenge } from './webhook-challenge.ts';

/** There is no signed-in caller: the signature is the only proof. */
@Controller()
export class CallbacksRpc {
  constructor(
    private readonly deauthorizeApp: Deauthorize,
    private readonly deletePlatformData: DeletePlatformData,
    private readonly platformDeletions: PlatformDeletionsClaims,
    private readonly webhookChallenge: WebhookChallenge,
    private readonly receiveWebhook: ReceiveWebhook,
  ) {}

  @Rpc(callbackRpc.deauthorize)
  deauthorize(input: ParsedInputOf<typeof callbackRpc.deauthorize>): Promise<OutputOf<typeof callbackRpc.deauthorize>> {
    return this.deauthorizeApp.execute(input.signedRequest);
  }

  @Rpc(callbackRpc.dataDeletion)
  deleteData(
    input: ParsedInputOf<typeof callbackRpc.dataDeletion>,
  ): Promise<OutputOf<typeof callbackRpc.dataDeletion>> {
    return this.deletePlatformData.execute(input.signedRequest);
  }

  @Rpc(callbackRpc.deletionStatus)
  status(input: ParsedInputOf<typeof callbackRpc.deletionStatus>): Promise<DeletionStatus> {
    return this.platformDeletions.status(input.code);
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
