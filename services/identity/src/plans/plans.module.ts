import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.ts';
import { ChangePlan } from './change-plan.ts';
import { GetPlan } from './get-plan.ts';
import { OpenPlan } from './open-plan.ts';
import { SetTier } from './set-tier.ts';
import { PlansRpc } from './plans.rpc.ts';
import { SubscriptionsRepository } from './subscriptions.repository.ts';

@Module({
  imports: [AuditModule],
  controllers: [PlansRpc],
  providers: [SubscriptionsRepository, OpenPlan, GetPlan, SetTier, ChangePlan],
  exports: [OpenPlan, GetPlan, SetTier, ChangePlan],
})
export class PlansModule {}
