import { Module } from '@nestjs/common';
import { AskOwners } from './ask-owners.ts';
import { FactsEvents } from './facts.events.ts';
import { RefsRepository } from './refs.repository.ts';

@Module({
  controllers: [FactsEvents],
  providers: [RefsRepository, AskOwners],
  exports: [RefsRepository, AskOwners],
})
export class FactsModule {}
