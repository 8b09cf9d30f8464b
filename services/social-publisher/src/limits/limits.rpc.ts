import { Controller, Inject } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { identityEvents, identityRpc, publisherRpc } from '@postloom/contracts';
import type { DataOf, EventEnvelope, MetricUsage, ParsedInputOf } from '@postloom/contracts';
import { On, Rpc } from '@postloom/messaging';
import { Entitlements, Quotas, Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';

type BusinessEvent = EventEnvelope<DataOf<typeof identityEvents.businessDeleted>>;

/** The social accounts of a plan: who pays, under which plan, how many are connected. */
@Controller()
export class LimitsRpc implements OnModuleInit {
  constructor(
    @Inject(Rpc) private readonly rpc: Rpc,
    @Inject(Uow) private readonly uow: Uow,
    @Inject(Quotas) private readonly quotas: Quotas,
    @Inject(Entitlements) private readonly entitlements: Entitlements,
  ) {}

  /** A payer who has just signed up is asked for once instead of being refused. */
  onModuleInit(): void {
    this.entitlements.whenUnknown((payerId) =>
      this.rpc.call(identityRpc.planGet, { payerId }, this.rpc.systemCaller('publisher')),
    );
  }

  @Rpc(publisherRpc.usageGet)
  async usage({ payerId }: ParsedInputOf<typeof publisherRpc.usageGet>): Promise<MetricUsage> {
    const states = await this.uow.run(Scope.global(), (tx) => this.quotas.read(tx, payerId));
    const accounts = states.find((state) => state.metric === 'accounts');
    return { metric: 'accounts', used: accounts?.used ?? 0, limit: accounts?.limit ?? 0 };
  }

  @On(identityEvents.planChanged, { handler: 'plan' })
  plan(envelope: EventEnvelope<DataOf<typeof identityEvents.planChanged>>, tx: Tx): Promise<void> {
    return this.entitlements.applyPlan(tx, envelope);
  }

  @On(identityEvents.businessCreated, { handler: 'payer' })
  businessCreated(envelope: BusinessEvent, tx: Tx): Promise<void> {
    return this.entitlements.applyBusiness(tx, envelope);
  }

  @On(identityEvents.businessDeleted, { handler: 'payer' })
  businessDeleted(envelope: BusinessEvent, tx: Tx): Promise<void> {
    return this.entitlements.applyBusiness(tx, envelope);
  }
}
