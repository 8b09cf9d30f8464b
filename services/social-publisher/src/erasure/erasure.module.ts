import { Global, Module } from '@nestjs/common';
import { erasureReceipts } from '@postloom/contracts';
import { ErasedBusinesses, PersonErasureModule } from '@postloom/messaging';
import { ErasurePlan, ErasureWorker, quotaSteps, Tombstones } from '@postloom/persistence';
import { AccountsModule } from '../accounts/index.ts';
import { ConsentsLeft } from './consents-left.claims.ts';
import { EraseBusiness } from './erase-business.ts';
import { ErasureEvents } from './erasure.events.ts';
import { ErasureRepository } from './erasure.repository.ts';

/** Global because every inbox checks the tombstones. */
@Global()
@Module({
  imports: [
    PersonErasureModule.forRoot({ steps: quotaSteps, receipt: erasureReceipts.publisher, underWay: ConsentsLeft }),
    AccountsModule,
  ],
  controllers: [ErasureEvents],
  providers: [
    EraseBusiness,
    ErasureRepository,
    { provide: ErasurePlan, useExisting: ErasureRepository },
    ErasureWorker,
    { provide: ErasedBusinesses, useExisting: Tombstones },
  ],
  exports: [ErasedBusinesses],
})
export class ErasureModule {}
