import { Inject, Module } from '@nestjs/common';
import { identityRpc } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import { Entitlements } from '@postloom/persistence';
import { LimitsEvents } from './limits.events.ts';
import { LimitsRpc } from './limits.rpc.ts';

@Module({ controllers: [LimitsRpc, LimitsEvents] })
export class LimitsModule {
  constructor(@Inject(Entitlements) entitlements: Entitlements, @Inject(Rpc) rpc: Rpc) {
    entitlements.whenUnknown((payerId) => rpc.call(identityRpc.planGet, { payerId }, rpc.systemCaller('media')));
  }
}
