import { Controller } from '@nestjs/common';
import { mediaRpc } from '@postloom/contracts';
import type { MetricUsage, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import { Quotas, Scope, Uow } from '@postloom/persistence';

@Controller()
export class LimitsRpc {
  constructor(
    private readonly uow: Uow,
    private readonly quotas: Quotas,
  ) {}

  /** Bytes. Uploads in progress are not counted yet: they may still fail, and a bar that jumps back would confuse people. */
  @Rpc(mediaRpc.usageGet)
  async usage({ payerId }: ParsedInputOf<typeof mediaRpc.usageGet>): Promise<MetricUsage> {
    const states = await this.uow.run(Scope.global(), (tx) => this.quotas.read(tx, payerId));
    const storage = states.find((state) => state.metric === 'storage');
    return { metric: 'storage', used: storage?.used ?? 0, limit: storage?.limit ?? 0 };
  }
}
