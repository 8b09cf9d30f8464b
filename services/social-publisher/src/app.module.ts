import { Module } from '@nestjs/common';
import { ChassisModule } from '@postloom/chassis';
import { MessagingModule } from '@postloom/messaging';
import { PersistenceModule } from '@postloom/persistence';
import { retention } from './retention.ts';
import { AccountsModule } from './accounts/index.ts';
import { CallbacksModule } from './callbacks/index.ts';
import { config } from './config.ts';
import { messages } from './messages.ts';
import { DoctorModule } from './doctor/index.ts';
import { ErasureModule } from './erasure/index.ts';
import { LimitsModule } from './limits/index.ts';
import { migrations } from './migrations/index.ts';
import { OauthModule } from './oauth/index.ts';
import { PublishModule } from './publish/index.ts';
import { registerVaultCommands } from './vault/index.ts';

const persistence = { schema: 'publisher', migrations, poolSize: 10 };
registerVaultCommands(config, persistence);

@Module({
  imports: [
    ChassisModule.forRoot(config),
    PersistenceModule.forRoot({ ...persistence, retention }),
    MessagingModule.forRoot(messages),
    AccountsModule,
    CallbacksModule,
    DoctorModule,
    ErasureModule,
    LimitsModule,
    OauthModule,
    PublishModule,
  ],
})
export class AppModule {}
