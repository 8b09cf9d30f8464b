import { Module } from '@nestjs/common';
import { ChassisModule } from '@postloom/chassis';
import { MessagingModule } from '@postloom/messaging';
import { PersistenceModule } from '@postloom/persistence';
import { config } from './config.ts';
import { messages } from './messages.ts';
import { ErasureModule } from './erasure/index.ts';
import { LibraryModule } from './library/index.ts';
import { migrations } from './migrations/index.ts';
import { OverviewModule } from './overview/index.ts';
import { PublishedModule } from './published/index.ts';

@Module({
  imports: [
    ChassisModule.forRoot(config),
    PersistenceModule.forRoot({ schema: 'analytics', migrations, poolSize: 3 }),
    MessagingModule.forRoot(messages),
    LibraryModule,
    PublishedModule,
    OverviewModule,
    ErasureModule,
  ],
})
export class AppModule {}
