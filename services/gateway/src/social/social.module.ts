import { Module } from '@nestjs/common';
import { ComposeSharedAccounts } from './compose-shared-accounts.ts';
import { SocialController } from './social.controller.ts';

@Module({ controllers: [SocialController], providers: [ComposeSharedAccounts] })
export class SocialModule {}
