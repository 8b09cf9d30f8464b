import { Module } from '@nestjs/common';
import { OneUseTokensModule } from '../one-use-tokens/index.ts';
import { PreferencesModule } from '../preferences/index.ts';
import { MailQueueClaims } from './mail-queue.claims.ts';
import { MailQueueRepository } from './mail-queue.repository.ts';
import { MailQueue } from './mail-queue.ts';
import { MailWorker } from './mail.worker.ts';
import { Mailer } from './mailer.ts';
import { NoticesRepository } from './notices.repository.ts';
import { ReadWeek } from './read-week.ts';
import { WeeksRepository } from './weeks.repository.ts';

@Module({
  imports: [OneUseTokensModule, PreferencesModule],
  providers: [
    MailQueueClaims,
    MailQueueRepository,
    MailQueue,
    MailWorker,
    Mailer,
    NoticesRepository,
    WeeksRepository,
    ReadWeek,
  ],
  exports: [Mailer, MailQueue],
})
export class MailModule {}
