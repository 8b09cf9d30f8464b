import { Injectable } from '@nestjs/common';
import { AppError, identityRpc } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { MissingFact, Scope, Tombstones } from '@postloom/persistence';
import type { Tx, Uow } from '@postloom/persistence';
import { BusinessesRepository } from './businesses.repository.ts';

/** The time zones of businesses: their days are those of their wall clocks. */
@Injectable()
export class BusinessZones {
  constructor(
    private readonly rpc: Rpc,
    private readonly erased: Tombstones,
    private readonly businesses: BusinessesRepository,
  ) {}

  /** @throws {MissingFact} it is not known here yet: identity is asked once the transaction has ended, and the work is repeated */
  async of(tx: Tx, businessId: string, context: RpcContext): Promise<string> {
    const zone = await this.businesses.zone(tx, businessId);
    if (zone === null) {
      throw new MissingFact((uow) => this.learn(uow, businessId, context));
    }
    return zone;
  }

  private async learn(uow: Uow, businessId: string, context: RpcContext): Promise<boolean> {
    const options = { deadlineMs: context.remainingMs() };
    const business = await this.rpc
      .call(identityRpc.businessGet, { id: businessId }, context, options)
      .catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'not_found') {
          return null;
        }
        throw error;
      });
    if (business === null) {
      return false;
    }
    await uow.run(Scope.business(businessId), async (tx) => {
      await this.erased.refuseErased(tx, businessId);
      // Version 0: any event about the business overrides it.
      await this.businesses.apply(tx, businessId, business.timeZone, 0);
    });
    return true;
  }
}
