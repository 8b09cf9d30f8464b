import { Module } from '@nestjs/common';
import { ChassisModule } from '@postloom/chassis';
import { identityRpc } from '@postloom/contracts';
import { MessagingModule } from '@postloom/messaging';
import { PersistenceModule } from '@postloom/persistence';
import { AccountsModule } from './accounts/index.ts';
import { BusinessesModule } from './businesses/index.ts';
import { config } from './config.ts';
import { HousekeepingModule } from './housekeeping/index.ts';
import { migrations } from './migrations/index.ts';
import { PlansModule } from './plans/index.ts';
import { SessionsModule } from './sessions/index.ts';

/** Everything of this service but the plumbing; a test boots the same list. */
export const features = [AccountsModule, SessionsModule, BusinessesModule, PlansModule, HousekeepingModule];

/** What this service answers. */
export const serves = Object.values(identityRpc);

@Module({
  imports: [
    ChassisModule.forRoot(config),
    PersistenceModule.forRoot({ schema: 'identity', entities: [], migrations }),
    MessagingModule.forRoot({ service: 'identity', serves, handles: [] }),
    ...features,
  ],
})
export class AppModule {}
