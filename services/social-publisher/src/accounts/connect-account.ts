import { Injectable } from '@nestjs/common';
import { Random } from '@postloom/chassis';
import { publisherEvents } from '@postloom/contracts';
import type { Platform, SocialAccount } from '@postloom/contracts';
import { Quotas, Scope, Tombstones, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { ReadingsRepository } from '../insights/index.ts';
import { LanesRepository } from '../lanes/index.ts';
import { Platforms } from '../platforms/index.ts';
import type { ConnectableAccount } from '../platforms/index.ts';
import { SecretsRepository, Vault } from '../vault/index.ts';
import { connectionEnd, toSocialAccount } from './account.ts';
import { AccountsRepository } from './accounts.repository.ts';
import { RemoveAccount } from './remove-account.ts';

export interface ConnectRequest {
  readonly businessId: string;
  readonly payerId: string;
  readonly platform: Platform;
  /** The server that was signed in at; null: the platform has one address for all. */
  readonly origin: string | null;
  readonly grantorId: string;
  readonly scopes: readonly string[];
  readonly account: ConnectableAccount;
}

/**
 * Makes an account the connected one of its platform. The plan's limit is charged in the same transaction; reconnecting the same account
 * charges nothing; another account of the platform replaces the previous one, once everything has succeeded. @throws {AppError}
 * upgrade_required 'Account limit reached. …', not_found: the business was deleted in the meantime
 */
@Injectable()
export class ConnectAccount {
  constructor(
    private readonly uow: Uow,
    private readonly tombstones: Tombstones,
    private readonly accounts: AccountsRepository,
    private readonly secrets: SecretsRepository,
    private readonly vault: Vault,
    private readonly lanes: LanesRepository,
    private readonly readings: ReadingsRepository,
    private readonly quotas: Quotas,
    private readonly platforms: Platforms,
    private readonly remove: RemoveAccount,
    private readonly random: Random,
  ) {}

  execute(request: ConnectRequest): Promise<SocialAccount> {
    return this.uow.run(Scope.business(request.businessId), (tx) => this.connect(tx, request));
  }

  private async connect(tx: Tx, request: ConnectRequest): Promise<SocialAccount> {
    const { businessId, platform, origin, account } = request;
    await this.tombstones.refuseErased(tx, businessId);
    await this.accounts.lockPlatform(tx, businessId, platform);
    const current = await this.accounts.current(tx, businessId, platform);
    if (current === null) {
      await this.quotas.take(tx, { payerId: request.payerId, metric: 'accounts', amount: 1 });
    } else if (current.origin !== origin || current.remoteId !== account.remoteId) {
      await this.remove.forAnother(tx, current);
    }

    const saved = await this.accounts.saveConnected(tx, {
      id: this.random.uuidv7(),
      businessId,
      payerId: current?.payerId ?? request.payerId,
      platform,
      origin,
      remoteId: account.remoteId,
      grantorId: [account.scopedId, request.grantorId].find((id) => id !== undefined && id !== '') ?? account.remoteId,
      name: account.name,
      username: account.username,
      avatarUrl: account.avatarUrl,
      scopes: request.scopes,
      tokenExpiresAt: connectionEnd(account.tokens),
    });
    await this.secrets.save(
      tx,
      saved,
      this.vault.sealTokens({ businessId, platform, origin, subjectId: saved.id }, account.tokens),
    );
    const refreshAt = this.platforms.find(platform, origin)?.signIn.refreshDueAt(account.tokens) ?? null;
    await this.lanes.open(tx, { id: saved.id, businessId, platform, refreshAt });
    await this.readings.enrollAccount(tx, businessId, saved.id);
    await tx.emit(publisherEvents.accountConnected, {
      businessId,
      entityId: saved.id,
      version: saved.version,
      data: { accountId: saved.id, platform, accountName: saved.name },
    });
    return toSocialAccount(saved, await tx.now());
  }
}
