import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Logger, Random } from '@postloom/chassis';
import { AppError } from '@postloom/contracts';
import type { OauthFinish, Platform } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { AccountsRepository, ConnectAccount } from '../accounts/index.ts';
import type { PublisherConfig } from '../config.ts';
import { metrics } from '../metrics.ts';
import { definitionOf, PlatformError, Platforms } from '../platforms/index.ts';
import type { SocialPlatform } from '../platforms/index.ts';
import { Vault } from '../vault/index.ts';
import type { Offer } from '../vault/index.ts';
import { hashOf, missingScopesSentence, redirectUriOf, refusalSentence } from './flow.ts';
import type { FlowOwner } from './flow.ts';
import { FlowsRepository } from './flows.repository.ts';
import type { Flow } from './flows.repository.ts';
import { withinSizes } from './offered-accounts.ts';

/**
 * The second half: the platform's callback. The state is consumed before anything else, in its own transaction; then the code is exchanged
 * at once (X's live 30 s), permissions are compared, and the account is connected or offered. @throws {AppError} invalid_state (nothing is
 * linked), upgrade_required
 */
@Injectable()
export class FinishOauth {
  constructor(
    @Inject(CONFIG) private readonly config: PublisherConfig,
    private readonly platforms: Platforms,
    private readonly uow: Uow,
    private readonly flows: FlowsRepository,
    private readonly accounts: AccountsRepository,
    private readonly connect: ConnectAccount,
    private readonly vault: Vault,
    private readonly random: Random,
    private readonly logger: Logger,
  ) {}

  async execute(owner: FlowOwner, platform: Platform, query: Readonly<Record<string, string>>): Promise<OauthFinish> {
    const state = query['state'];
    if (state === undefined || state === '') {
      throw new AppError('invalid_state');
    }
    const { flow, adapter } = await this.redeem(owner, platform, state, query['iss']);
    const { businessId } = owner;
    const binding = { businessId, platform, origin: flow.origin, subjectId: flow.id };
    const verifier = this.vault.openText(binding, flow.sealed);
    const outcome = await this.continue(owner, adapter, flow, verifier, query);
    metrics.connectionsTotal.add(1, { platform, outcome: outcome.outcome });
    if (outcome.outcome !== 'pick') {
      await this.uow.run(Scope.business(owner.businessId), (tx) => this.flows.forget(tx, flow.id));
    }
    return outcome;
  }

  /** Uses the state up; what is refused here leaves it as it was. */
  private redeem(
    owner: FlowOwner,
    platform: Platform,
    state: string,
    issuer: string | undefined,
  ): Promise<{ flow: Flow; adapter: SocialPlatform }> {
    return this.uow.run(Scope.business(owner.businessId), async (tx) => {
      const flow = await this.flows.redeem(tx, owner, platform, hashOf(state));
      const adapter = flow === null ? null : this.platforms.find(platform, flow.origin);
      if (flow === null || adapter === null) {
        throw new AppError('invalid_state');
      }
      // RFC 9207: an answer that names another issuer was meant for another server.
      if (issuer !== undefined && issuer.replace(/\/+$/, '') !== adapter.signIn.issuer) {
        throw new AppError('invalid_state');
      }
      return { flow, adapter };
    });
  }

  private async continue(
    owner: FlowOwner,
    adapter: SocialPlatform,
    flow: Flow,
    verifier: string,
    query: Readonly<Record<string, string>>,
  ): Promise<OauthFinish> {
    const { platform, label } = adapter;
    const failed = (reason: string): OauthFinish => ({ outcome: 'failed', platform, reason });
    const code = query['code'];
    if (code === undefined || code === '') {
      return failed(refusalSentence(label, definitionOf(platform).cancelledWith, query));
    }
    let offer: Offer;
    try {
      const grant = await adapter.signIn.exchangeCode({
        code,
        verifier,
        redirectUri: redirectUriOf(this.config.publicUrl, platform),
      });
      const missing = missingScopesSentence(label, adapter.signIn.requiredScopes, grant.scopes);
      if (missing !== null) {
        return failed(missing);
      }
      offer = {
        grantorId: grant.grantorId,
        scopes: grant.scopes,
        accounts: withinSizes(await adapter.signIn.connectableAccounts(grant)),
      };
    } catch (error) {
      if (!(error instanceof PlatformError)) {
        throw error;
      }
      this.logger.warn('A sign-in at a platform failed', {
        platform,
        problem: error.problem.code,
        kind: error.problem.kind,
      });
      return failed(error.problem.message);
    }
    const usable = offer.accounts.filter((account) => account.unusable === null);
    const [only] = usable;
    if (only === undefined) {
      return failed(offer.accounts[0]?.unusable ?? nothingOffered(adapter));
    }
    if (usable.length === 1) {
      const account = await this.connect.execute({
        ...offer,
        businessId: owner.businessId,
        payerId: flow.payerId,
        platform,
        origin: flow.origin,
        account: only,
      });
      return { outcome: 'connected', platform, accounts: [account] };
    }
    return this.offer(owner, adapter, flow, { ...offer, accounts: usable });
  }

  private async offer(owner: FlowOwner, adapter: SocialPlatform, flow: Flow, offer: Offer): Promise<OauthFinish> {
    const { platform } = adapter;
    const pickToken = this.random.token(32);
    const binding = { businessId: owner.businessId, platform, origin: flow.origin, subjectId: flow.id };
    const sealed = this.vault.sealOffer(binding, offer);
    const current = await this.uow.run(Scope.business(owner.businessId), async (tx) => {
      await this.flows.offer(tx, flow.id, hashOf(pickToken), sealed);
      return this.accounts.current(tx, owner.businessId, platform);
    });
    const offered = offer.accounts
      .map(({ remoteId, name, avatarUrl, kind }) => ({
        ...{ remoteId, name, avatarUrl },
        ...(kind !== undefined && { kind }),
        ...(remoteId === current?.remoteId && { isCurrent: true }),
      }))
      // Who reconnects means the account that was there.
      .toSorted((a, b) => Number(b.isCurrent ?? false) - Number(a.isCurrent ?? false));
    return { outcome: 'pick', platform, pickToken, offered };
  }
}

function nothingOffered({ platform, label }: SocialPlatform): string {
  return definitionOf(platform).nothingOffered ?? `${label} offered no account that can be connected.`;
}
