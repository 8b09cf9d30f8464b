import { Module } from '@nestjs/common';
import { ChassisModule } from '@postloom/chassis';
import { MessagingModule } from '@postloom/messaging';
import { PersistenceModule } from '@postloom/persistence';
import { AccountsModule } from './accounts/index.ts';
import { BusinessesModule } from './businesses/index.ts';
import { config } from './config.ts';
import { messages } from './messages.ts';
import { ErasureModule } from './erasure/index.ts';
import { FiguresModule } from './figures/index.ts';
import { LibraryModule } from './library/index.ts';
import { migrations } from './migrations/index.ts';
import { OverviewModule } from './overview/index.ts';
import { PoolsModule } from './pools/index.ts';
import { PublishedModule } from './published/index.ts';
import { registerRebuildCommand } from './rebuild/index.ts';
import { ReportsModule } from './reports/index.ts';
import { retention } from './retention.ts';
import { SamplesModule } from './samples/index.ts';
import { SharesModule } from './shares/index.ts';
import { StylesModule } from './styles/index.ts';

const persistence = {
  ...{ schema: 'analytics', migrations, retention, poolSize: 3 },
  keepPartitionsFor: () => ({
    ...{ metric_samples: config.keepSamplesMonths, account_samples: config.keepSamplesMonths },
    account_day_samples: config.keepSamplesMonths,
  }),
};
registerRebuildCommand(config, persistence);

@Module({
  imports: [
    ChassisModule.forRoot(config),
    PersistenceModule.forRoot(persistence),
    MessagingModule.forRoot(messages),
    LibraryModule,
    PublishedModule,
    SamplesModule,
    StylesModule,
    AccountsModule,
    BusinessesModule,
    OverviewModule,
    PoolsModule,
    FiguresModule,
    ReportsModule,
    SharesModule,
    ErasureModule,
  ],
})
export class AppModule {}
