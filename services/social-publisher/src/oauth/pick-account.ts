import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { OauthFinish, Platform } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { ConnectAccount } from '../accounts/index.ts';
import { Vault } from '../vault/index.ts';
import { hashOf } from './flow.ts';
import type { FlowOwner } from './flow.ts';
import { FlowsRepository } from './flows.repository.ts';

/**
 * The person chose among the offered accounts. The token works once, for the same session, person, business and platform.
 * A business has one account per platform, so exactly one is chosen.
 * @throws {AppError} invalid_state, validation_failed, upgrade_required
 */
@Injectable()
export class PickAccount {
  constructor(
    private readonly uow: Uow,
    private readonly flows: FlowsRepository,
    private readonly connect: ConnectAccount,
    private readonly vault: Vault,
  ) {}

  async execute(
    owner: FlowOwner,
    platform: Platform,
    pickToken: string,
    remoteIds: readonly string[],
  ): Promise<OauthFinish> {
    const [chosen, ...others] = [...new Set(remoteIds)];
    if (chosen === undefined || others.length > 0) {
      throw new AppError('validation_failed', 'Please choose one account.', {
        details: [{ path: 'remoteIds', message: 'Please choose one account.' }],
      });
    }
    const flow = await this.uow.run(Scope.business(owner.businessId), (tx) =>
      this.flows.takeOffer(tx, owner, platform, hashOf(pickToken)),
    );
    if (flow === null) {
      throw new AppError('invalid_state');
    }
    const { businessId } = owner;
    const { origin } = flow;
    const offer = this.vault.openOffer({ businessId, platform, origin, subjectId: flow.id }, flow.sealed);
    const account = offer.accounts.find((candidate) => candidate.remoteId === chosen);
    if (account === undefined) {
      throw new AppError('invalid_state');
    }
    const connected = await this.connect.execute({
      ...offer,
      businessId,
      payerId: flow.payerId,
      platform,
      origin,
      account,
    });
    return { outcome: 'connected', platform, accounts: [connected] };
  }
}
