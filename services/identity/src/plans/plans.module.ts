import { Module } from '@nestjs/common';
import { ChangePlan } from './change-plan.ts';
import { GetPlan } from './get-plan.ts';
import { OpenPlan } from './open-plan.ts';
import { PlansRpc } from './plans.rpc.ts';
import { SubscriptionsRepository } from './subscriptions.repository.ts';

@Module({
  controllers: [PlansRpc],
  providers: [SubscriptionsRepository, OpenPlan, GetPlan, ChangePlan],
  exports: [OpenPlan],
})
export class PlansModule {}
