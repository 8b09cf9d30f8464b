import { Controller } from '@nestjs/common';
import { schedulingRpc } from '@postloom/contracts';
import type { MetricUsage, ParsedInputOf, UsageHistory } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { ReadUsage } from './read-usage.ts';

@Controller()
export class LimitsRpc {
  constructor(private readonly readUsage: ReadUsage) {}

  @Rpc(schedulingRpc.usageGet)
  usage({ payerId }: ParsedInputOf<typeof schedulingRpc.usageGet>, context: RpcContext): Promise<MetricUsage> {
    return this.readUsage.execute(payerId, context);
  }

  @Rpc(schedulingRpc.usageHistory)
  history({ payerId }: ParsedInputOf<typeof schedulingRpc.usageHistory>, context: RpcContext): Promise<UsageHistory> {
    return this.readUsage.history(payerId, context);
  }
}
