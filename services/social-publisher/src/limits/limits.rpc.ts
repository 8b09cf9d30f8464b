import { Controller } from '@nestjs/common';
import { publisherRpc } from '@postloom/contracts';
import type { MetricUsage, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import { Quotas, Scope, Uow } from '@postloom/persistence';

/** The social accounts of a plan: how many are connected, and how many may be. */
@Controller()
export class LimitsRpc {
  constructor(
    private readonly uow: Uow,
    private readonly quotas: Quotas,
  ) {}

  @Rpc(publisherRpc.usageGet)
  async usage({ payerId }: ParsedInputOf<typeof publisherRpc.usageGet>): Promise<MetricUsage> {
    const states = await this.uow.run(Scope.global(), (tx) => this.quotas.read(tx, payerId));
    const accounts = states.find((state) => state.metric === 'accounts');
    return { metric: 'accounts', used: accounts?.used ?? 0, limit: accounts?.limit ?? 0 };
  }
}
