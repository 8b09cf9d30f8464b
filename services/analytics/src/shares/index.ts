import { Module } from '@nestjs/common';
import { ListShares } from './list-shares.ts';
import { OpenSharedReport } from './open-shared-report.ts';
import { ShareReport } from './share-report.ts';
import { SharedReportClaims } from './shared-report.claims.ts';
import { SharesRepository } from './shares.repository.ts';
import { SharesRpc } from './shares.rpc.ts';
import { WithdrawShare } from './withdraw-share.ts';

@Module({
  controllers: [SharesRpc],
  providers: [ListShares, OpenSharedReport, SharedReportClaims, ShareReport, SharesRepository, WithdrawShare],
})
export class SharesModule {}
