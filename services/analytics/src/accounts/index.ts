import { Module } from '@nestjs/common';
import { AccountsEvents } from './accounts.events.ts';
import { AccountsRepository } from './accounts.repository.ts';

@Module({ controllers: [AccountsEvents], providers: [AccountsRepository] })
export class AccountsModule {}
