import { Module } from '@nestjs/common';
import { ChassisModule } from '@postloom/chassis';
import { MessagingModule } from '@postloom/messaging';
import { PersistenceModule } from '@postloom/persistence';
import { CaptionsModule } from './captions/index.ts';
import { AltTextModule } from './alt-text/index.ts';
import { ChangesModule } from './changes/index.ts';
import { config } from './config.ts';
import { messages } from './messages.ts';
import { ErasureModule } from './erasure/index.ts';
import { LimitsModule } from './limits/index.ts';
import { migrations } from './migrations/index.ts';
import { retention } from './retention.ts';
import { OccurrencesModule } from './occurrences/index.ts';
import { SettingsModule } from './settings/index.ts';
import { VoiceModule } from './voice/index.ts';
import { VoicePreviewModule } from './voice-preview/index.ts';

@Module({
  imports: [
    ChassisModule.forRoot(config),
    PersistenceModule.forRoot({ schema: 'captions', migrations, retention }),
    MessagingModule.forRoot(messages),
    LimitsModule,
    SettingsModule,
    VoiceModule,
    CaptionsModule,
    ChangesModule,
    AltTextModule,
    VoicePreviewModule,
    OccurrencesModule,
    ErasureModule,
  ],
})
export class AppModule {}
