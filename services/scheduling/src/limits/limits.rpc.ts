import { Controller, Inject } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { identityEvents, identityRpc, schedulingRpc } from '@postloom/contracts';
import type { DataOf, EventEnvelope, MetricUsage, ParsedInputOf } from '@postloom/contracts';
import { On, Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { Entitlements } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { ReadUsage } from './read-usage.ts';

type BusinessEvent = EventEnvelope<DataOf<typeof identityEvents.businessDeleted>>;

/** The posts of a plan: who pays, under which plan, how many are used. */
@Controller()
export class LimitsRpc implements OnModuleInit {
  constructor(
    @Inject(Rpc) private readonly rpc: Rpc,
    @Inject(Entitlements) private readonly entitlements: Entitlements,
    @Inject(ReadUsage) private readonly readUsage: ReadUsage,
  ) {}

  /** A payer who has just signed up is asked for once instead of being refused. */
  onModuleInit(): void {
    this.entitlements.whenUnknown((payerId) =>
      this.rpc.call(identityRpc.planGet, { payerId }, this.rpc.systemCaller('scheduling')),
    );
  }

  @Rpc(schedulingRpc.usageGet)
  usage({ payerId }: ParsedInputOf<typeof schedulingRpc.usageGet>, context: RpcContext): Promise<MetricUsage> {
    return this.readUsage.execute(payerId, context);
  }

  @On(identityEvents.planChanged)
  planChanged(event: EventEnvelope<DataOf<typeof identityEvents.planChanged>>, tx: Tx): Promise<void> {
    return this.entitlements.applyPlan(tx, event);
  }

  @On(identityEvents.businessCreated, { handler: 'limits' })
  businessCreated(event: BusinessEvent, tx: Tx): Promise<void> {
    return this.entitlements.applyBusiness(tx, event);
  }

  @On(identityEvents.businessDeleted, { handler: 'limits', evenWhenErased: true })
  businessDeleted(event: BusinessEvent, tx: Tx): Promise<void> {
    return this.entitlements.applyBusiness(tx, event);
  }
}
