import { Module } from '@nestjs/common';
import { MailModule } from '../mail/index.ts';
import { PreferencesModule } from '../preferences/index.ts';
import { SummariesClaims } from './summaries.claims.ts';
import { SummariesWorker } from './summaries.worker.ts';

/** When each person's summary of the week is due. */
@Module({ imports: [MailModule, PreferencesModule], providers: [SummariesClaims, SummariesWorker] })
export class SummariesModule {}
