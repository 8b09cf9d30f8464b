import { Module } from '@nestjs/common';
import { RollUpsModule } from '../roll-ups/index.ts';
import { PublishedEvents } from './published.events.ts';
import { PublishedRepository } from './published.repository.ts';

@Module({
  imports: [RollUpsModule],
  controllers: [PublishedEvents],
  providers: [PublishedRepository],
})
export class PublishedModule {}
