import { Module } from '@nestjs/common';
import type { DynamicModule, Type } from '@nestjs/common';
import type { erasureReceipts } from '@postloom/contracts';
import { PersonErasurePlan, PersonErasureWorker } from '@postloom/persistence';
import type { PersonStep, Tx } from '@postloom/persistence';
import { PersonErasureEvents } from './person-erasure.events.ts';

export interface PersonErasureOptions {
  /** Tables with rows of a person that belong to no business, besides those that every service has. */
  readonly steps: readonly PersonStep[];
  /** The event by which the service tells that nothing of a person is left. */
  readonly receipt: (typeof erasureReceipts)[keyof typeof erasureReceipts];
  /** Answers whether something outside the database is still to be done. */
  readonly underWay?: Type<UnderWay>;
}

/** What storage or platforms have still to do for the businesses of an erasure. */
export interface UnderWay {
  isUnderWay(tx: Tx, erasureId: string): Promise<boolean>;
}

/**
 * Erases people in a service other than identity: on the event, in batches, with a receipt as an event of the service's own. The service
 * lists `deletionEvents.userDeleted` in `handles`.
 */
@Module({})
export class PersonErasureModule {
  static forRoot({ steps, receipt, underWay }: PersonErasureOptions): DynamicModule {
    return {
      module: PersonErasureModule,
      controllers: [PersonErasureEvents],
      providers: [
        ...(underWay === undefined ? [] : [underWay]),
        {
          provide: PersonErasurePlan,
          useFactory: (outside?: UnderWay): PersonErasurePlan => new ReceiptByEvent(steps, receipt, outside),
          inject: underWay === undefined ? [] : [underWay],
        },
        PersonErasureWorker,
      ],
    };
  }
}

class ReceiptByEvent extends PersonErasurePlan {
  constructor(
    override readonly steps: readonly PersonStep[],
    private readonly receipt: PersonErasureOptions['receipt'],
    private readonly outside: UnderWay | undefined,
  ) {
    super();
  }

  override isUnderWay(tx: Tx, erasureId: string): Promise<boolean> {
    return this.outside?.isUnderWay(tx, erasureId) ?? Promise.resolve(false);
  }

  override async done(tx: Tx, { erasureId, rowsDeleted }: { erasureId: string; rowsDeleted: number }): Promise<void> {
    await tx.emit(this.receipt, {
      businessId: null,
      entityId: erasureId,
      version: 1,
      data: { erasureId, rowsDeleted },
    });
  }
}
