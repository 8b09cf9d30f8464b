import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Random } from '@postloom/chassis';
import { AppError, limitReached, platformRules, UNLIMITED } from '@postloom/contracts';
import type { OauthStart, Platform } from '@postloom/contracts';
import { Quotas, Scope, Uow } from '@postloom/persistence';
import { AccountsRepository } from '../accounts/index.ts';
import type { PublisherConfig } from '../config.ts';
import { Platforms, serverOrigin, setupSteps } from '../platforms/index.ts';
import { Vault } from '../vault/index.ts';
import { challengeOf, hashOf, redirectUriOf } from './flow.ts';
import type { FlowOwner } from './flow.ts';
import { FlowsRepository } from './flows.repository.ts';

/**
 * The first half of connecting: the platform's authorize URL with a state that works once, for this session, person, business
 * and platform, for ten minutes. Without app credentials: what has to be set up first.
 * @throws {AppError} validation_failed: `server` is missing, no public https server, or given to a platform whose accounts have none;
 *   upgrade_required when the plan has no account left (checked again, exactly, when connecting)
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

  /** `server`: the host or address of the account's server, where accounts live on servers of their own. */
  async execute(
    owner: FlowOwner & { payerId: string },
    platform: Platform,
    server: string | undefined,
  ): Promise<OauthStart> {
    const redirectUri = redirectUriOf(this.config.publicUrl, platform);
    const origin = this.platforms.isSetUp(platform) ? this.originOf(platform, server) : null;
    const adapter = this.platforms.isSetUp(platform) ? this.platforms.find(platform, origin) : null;
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
      const sealed = this.vault.sealText({ businessId: owner.businessId, platform, origin, subjectId: id }, verifier);
      await this.flows.start(tx, { ...owner, id, platform, origin, stateHash: hashOf(state), sealed });
    });
    return { authUrl: adapter.signIn.authorizeUrl({ state, redirectUri, codeChallenge: challengeOf(verifier) }) };
  }

  private originOf(platform: Platform, server: string | undefined): string | null {
    const { name } = platformRules[platform];
    if (!this.platforms.hasOwnServers(platform)) {
      if (server !== undefined) {
        throw refusedServer(`Accounts on ${name} have no servers of their own.`);
      }
      return null;
    }
    const origin = serverOrigin(server ?? '', this.config.outboundAllowPrivate);
    if (origin === null) {
      throw refusedServer(
        `Please enter the address of the ${name} server that your account is on, such as social.example.`,
      );
    }
    return origin;
  }
}

function refusedServer(message: string): AppError {
  return new AppError('validation_failed', message, { details: [{ path: 'server', message }] });
}
