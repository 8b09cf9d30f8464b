import { Controller, Req } from '@nestjs/common';
import { billingRpc, captionsRpc, identityRpc, routes } from '@postloom/contracts';
import type { UserLimits, UserUsageHistory } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller } from '@postloom/messaging';
import { Input, principalOf, Route, Who } from '../http/index.ts';
import type { GatewayRequest, InputFor } from '../http/index.ts';
import { ComposeLimits } from './compose-limits.ts';
import { ComposeUsageHistory } from './compose-usage-history.ts';

@Controller()
export class UserController {
  constructor(
    private readonly rpc: Rpc,
    private readonly composeLimits: ComposeLimits,
    private readonly composeUsageHistory: ComposeUsageHistory,
  ) {}

  @Route(routes.userLimits)
  limits(@Req() request: GatewayRequest, @Who() caller: Caller): Promise<UserLimits> {
    const principal = principalOf(request);
    return this.composeLimits.execute(principal.payerId ?? principal.userId, caller);
  }

  @Route(routes.usageHistory)
  usageHistory(@Req() request: GatewayRequest, @Who() caller: Caller): Promise<UserUsageHistory> {
    const principal = principalOf(request);
    return this.composeUsageHistory.execute(principal.payerId ?? principal.userId, caller);
  }

  @Route(routes.upgrade)
  upgrade(@Input() { body }: InputFor<typeof routes.upgrade>, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(billingRpc.planChoose, body, caller);
  }

  @Route(routes.userSettings)
  settings(@Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(captionsRpc.preferencesGet, {}, caller);
  }

  @Route(routes.saveUserSettings)
  saveSettings(
    @Input() { body }: InputFor<typeof routes.saveUserSettings>,
    @Who() caller: Caller,
  ): Promise<Uint8Array> {
    return this.rpc.raw(captionsRpc.preferencesSet, body, caller);
  }

  @Route(routes.activeBusiness)
  activeBusiness(@Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(identityRpc.activeBusinessGet, {}, caller);
  }

  @Route(routes.setActiveBusiness)
  setActiveBusiness(
    @Input() { body }: InputFor<typeof routes.setActiveBusiness>,
    @Who() caller: Caller,
  ): Promise<Uint8Array> {
    return this.rpc.raw(identityRpc.activeBusinessSet, body, caller);
  }
}
