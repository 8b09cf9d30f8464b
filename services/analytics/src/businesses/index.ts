import { Module } from '@nestjs/common';
import { RollUpsModule } from '../roll-ups/index.ts';
import { BusinessesEvents } from './businesses.events.ts';
import { BusinessesRepository } from './businesses.repository.ts';

@Module({ imports: [RollUpsModule], controllers: [BusinessesEvents], providers: [BusinessesRepository] })
export class BusinessesModule {}
