import { Module } from '@nestjs/common';
import { AskOwners } from './ask-owners.ts';
import { FactsEvents } from './facts.events.ts';
import { ReplacedAccountsRepository } from './replaced-accounts.repository.ts';
import { ReplacementSignal } from './replacement-signal.ts';
import { RefsRepository } from './refs.repository.ts';

@Module({
  controllers: [FactsEvents],
  providers: [RefsRepository, AskOwners, ReplacedAccountsRepository, ReplacementSignal],
  exports: [RefsRepository, AskOwners, ReplacedAccountsRepository, ReplacementSignal],
})
export class FactsModule {}
