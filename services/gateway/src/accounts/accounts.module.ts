import { Module } from '@nestjs/common';
import { AccountsController } from './accounts.controller.ts';
import { PasswordStrategy } from './password.strategy.ts';

@Module({ controllers: [AccountsController], providers: [PasswordStrategy] })
export class AccountsModule {}
