import { Module } from '@nestjs/common';
import { UsesEvents } from './uses.events.ts';
import { UsesRepository } from './uses.repository.ts';

@Module({ controllers: [UsesEvents], providers: [UsesRepository] })
export class UsesModule {}
