import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Random } from '@postloom/chassis';
import { AppError, limitReached, UNLIMITED } from '@postloom/contracts';
import type { OauthStart, Platform } from '@postloom/contracts';
import { Quotas, Scope, Uow } from '@postloom/persistence';
import { AccountsRepository } from '../accounts/index.ts';
import type { PublisherConfig } from '../config.ts';
import { Platforms, setupSteps } from '../platforms/index.ts';
import { Vault } from '../vault/index.ts';
import { challengeOf, hashOf, redirectUriOf } from './flow.ts';
import type { FlowOwner } from './flow.ts';
import { FlowsRepository } from './flows.repository.ts';

/**
 * The first half of connecting: the platform's authorize URL with a state that works once, for this session, person, business and platform,
 * for ten minutes. Without app credentials: what has to be set up first. @throws {AppError} upgrade_required when the plan has no account
 * left (checked again, exactly, when connecting)
 */
@Injectable()
export class StartOauth {
  constructor(
    @Inject(CONFIG) private readonly config: PublisherConfig,
    private readonly platforms: Platforms,
    private readonly uow: Uow,
    private readonly flows: FlowsRepository,
    private readonly accounts: AccountsRepository,
    private readonly quotas: Quotas,
    private readonly vault: Vault,
    private readonly random: Random,
  ) {}

  async execute(owner: FlowOwner & { payerId: string }, platform: Platform): Promise<OauthStart> {
    const redirectUri = redirectUriOf(this.config.publicUrl, platform);
    const adapter = this.platforms.find(platform);
    if (adapter === null) {
      return { setupRequired: true, redirectUri, instructions: { steps: setupSteps(platform, redirectUri) } };
    }

    const state = this.random.token(32);
    const verifier = this.random.token(48);
    await this.uow.run(Scope.business(owner.businessId), async (tx) => {
      if ((await this.accounts.current(tx, owner.businessId, platform)) === null) {
        const usage = (await this.quotas.read(tx, owner.payerId)).find((entry) => entry.metric === 'accounts');
        if (usage && usage.limit !== UNLIMITED && usage.used >= usage.limit) {
          throw new AppError('upgrade_required', limitReached.accounts);
        }
      }
      const id = this.random.uuidv7();
      const sealed = this.vault.sealText({ businessId: owner.businessId, platform, subjectId: id }, verifier);
      await this.flows.start(tx, { ...owner, id, platform, stateHash: hashOf(state), sealed });
    });
    return { authUrl: adapter.signIn.authorizeUrl({ state, redirectUri, codeChallenge: challengeOf(verifier) }) };
  }
}
