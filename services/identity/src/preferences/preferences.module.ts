import { Module } from '@nestjs/common';
import { PreferencesRepository } from './preferences.repository.ts';
import { ReportLinksRepository } from './report-links.repository.ts';
import { ReportLinks } from './report-links.ts';
import { StopMails } from './stop-mails.ts';
import { UnsubscribeLinksRepository } from './unsubscribe-links.repository.ts';
import { UnsubscribeLinks } from './unsubscribe-links.ts';
import { UnsubscribeRpc } from './unsubscribe.rpc.ts';

@Module({
  controllers: [UnsubscribeRpc],
  providers: [
    PreferencesRepository,
    UnsubscribeLinksRepository,
    UnsubscribeLinks,
    ReportLinksRepository,
    ReportLinks,
    StopMails,
  ],
  exports: [PreferencesRepository, UnsubscribeLinks, ReportLinks],
})
export class PreferencesModule {}
