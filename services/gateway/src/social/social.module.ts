import { Module } from '@nestjs/common';
import { ComposeSharedAccounts } from './compose-shared-accounts.ts';
import { NameBusiness } from './name-business.ts';
import { SocialController } from './social.controller.ts';

@Module({ controllers: [SocialController], providers: [ComposeSharedAccounts, NameBusiness] })
export class SocialModule {}
