import { Controller } from '@nestjs/common';
import { captionsRpc } from '@postloom/contracts';
import type { MetricUsage, ParsedInputOf, UsageHistory } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import { Quotas, Scope, Uow } from '@postloom/persistence';

@Controller()
export class LimitsRpc {
  constructor(
    private readonly uow: Uow,
    private readonly quotas: Quotas,
  ) {}

  @Rpc(captionsRpc.usageGet)
  async usage({ payerId }: ParsedInputOf<typeof captionsRpc.usageGet>): Promise<MetricUsage> {
    const states = await this.uow.run(Scope.global(), (tx) => this.quotas.read(tx, payerId));
    const captions = states.find((state) => state.metric === 'captions');
    // Captions in progress count already: nobody else could use them.
    return { metric: 'captions', used: (captions?.used ?? 0) + (captions?.reserved ?? 0), limit: captions?.limit ?? 0 };
  }

  @Rpc(captionsRpc.usageHistory)
  history({ payerId }: ParsedInputOf<typeof captionsRpc.usageHistory>): Promise<UsageHistory> {
    return this.uow.run(Scope.global(), (tx) => this.quotas.history(tx, payerId, 'captions'), { readOnly: true });
  }
}
