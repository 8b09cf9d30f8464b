import { Module } from '@nestjs/common';
import { CaptionsModule } from '../captions/index.ts';
import { ProvidersModule } from '../providers/index.ts';
import { SettingsModule } from '../settings/index.ts';
import { OccurrenceCaptionsRepository } from './occurrence-captions.repository.ts';
import { OccurrenceCaptionsWorker } from './occurrence-captions.worker.ts';
import { OccurrencesEvents } from './occurrences.events.ts';
import { OccurrencesRpc } from './occurrences.rpc.ts';
import { WriteOccurrenceCaption } from './write-occurrence-caption.ts';

@Module({
  imports: [CaptionsModule, ProvidersModule, SettingsModule],
  controllers: [OccurrencesEvents, OccurrencesRpc],
  providers: [OccurrenceCaptionsRepository, OccurrenceCaptionsWorker, WriteOccurrenceCaption],
})
export class OccurrencesModule {}
