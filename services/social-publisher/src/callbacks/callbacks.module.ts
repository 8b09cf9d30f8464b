import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/index.ts';
import { LanesModule } from '../lanes/index.ts';
import { PlatformsModule } from '../platforms/index.ts';
import { CallbacksClaims } from './callbacks.claims.ts';
import { CallbacksRpc } from './callbacks.rpc.ts';
import { Deauthorize } from './deauthorize.ts';
import { DeletePlatformData } from './delete-platform-data.ts';
import { EndConsent } from './end-consent.ts';
import { MetaMessages } from './meta-messages.ts';
import { PlatformDeletionsClaims } from './platform-deletions.claims.ts';
import { ReceiveWebhook } from './receive-webhook.ts';
import { WebhookChallenge } from './webhook-challenge.ts';

@Module({
  imports: [AccountsModule, LanesModule, PlatformsModule],
  controllers: [CallbacksRpc],
  providers: [
    CallbacksClaims,
    MetaMessages,
    Deauthorize,
    DeletePlatformData,
    PlatformDeletionsClaims,
    EndConsent,
    ReceiveWebhook,
    WebhookChallenge,
  ],
})
export class CallbacksModule {}
