import { Module } from '@nestjs/common';
import { RollUpsModule } from '../roll-ups/index.ts';
import { StylesEvents } from './styles.events.ts';
import { StylesRepository } from './styles.repository.ts';

@Module({ imports: [RollUpsModule], controllers: [StylesEvents], providers: [StylesRepository] })
export class StylesModule {}
