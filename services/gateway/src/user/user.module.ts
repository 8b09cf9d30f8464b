import { Module } from '@nestjs/common';
import { ComposeLimits } from './compose-limits.ts';
import { ComposeUsageHistory } from './compose-usage-history.ts';
import { UserController } from './user.controller.ts';

@Module({ controllers: [UserController], providers: [ComposeLimits, ComposeUsageHistory] })
export class UserModule {}
