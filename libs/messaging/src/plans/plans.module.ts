import { Inject, Module } from '@nestjs/common';
import { identityRpc } from '@postloom/contracts';
import { Entitlements } from '@postloom/persistence';
import { MESSAGING_OPTIONS } from '../messaging.options.ts';
import type { MessagingOptions } from '../messaging.options.ts';
import { Rpc } from '../rpc/rpc.ts';
import { PlanEvents } from './plan.events.ts';

/**
 * For a service that owns a limit: plans and payers come from identity's events, and a payer who has just signed up is
 * requested once instead of being refused. The service lists identity.plan.changed in `handles`.
 */
@Module({ controllers: [PlanEvents] })
export class PlansModule {
  constructor(entitlements: Entitlements, rpc: Rpc, @Inject(MESSAGING_OPTIONS) { service }: MessagingOptions) {
    entitlements.whenUnknown((payerId) => rpc.call(identityRpc.planGet, { payerId }, rpc.systemCaller(service)));
  }
}
