import { Module } from '@nestjs/common';
import { PublishedEvents } from './published.events.ts';
import { PublishedRepository } from './published.repository.ts';

@Module({ controllers: [PublishedEvents], providers: [PublishedRepository], exports: [PublishedRepository] })
export class PublishedModule {}

export { PublishedRepository };
