import { Inject, Injectable } from '@nestjs/common';
import { Clock, CONFIG } from '@postloom/chassis';
import type { Doctor, Platform } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import type { PublisherConfig } from '../config.ts';
import { redirectUriOf } from '../oauth/index.ts';
import { Platforms } from '../platforms/index.ts';
import type { SocialPlatform } from '../platforms/index.ts';
import { SecretsRepository, Vault } from '../vault/index.ts';
import type { StoredSecret } from '../vault/index.ts';
import { AskOurselves } from './ask-ourselves.ts';
import { AskPlatform } from './ask-platform.ts';
import { verdictOf } from './check.ts';
import type { Check } from './check.ts';
import { account, connected, expiry, lastPost, permissions, quota, sending, token } from './connection-checks.ts';
import type { ConnectionFacts, Examination } from './connection-checks.ts';
import { ConnectionRepository } from './connection.repository.ts';
import { appCredentials, mediaAddress, redirectAddress, redirectReachable } from './installation-checks.ts';

/** The connection doctor: finds out what is wrong before and after connecting, and the steps that fix it. Changes nothing. */
@Injectable()
export class ExamineConnection {
  constructor(
    @Inject(CONFIG) private readonly config: PublisherConfig,
    private readonly platforms: Platforms,
    private readonly uow: Uow,
    private readonly connections: ConnectionRepository,
    private readonly secrets: SecretsRepository,
    private readonly vault: Vault,
    private readonly askPlatform: AskPlatform,
    private readonly askOurselves: AskOurselves,
    private readonly clock: Clock,
  ) {}

  async execute(businessId: string, platform: Platform): Promise<Doctor> {
    const adapter = this.platforms.find(platform);
    const [before, after] = await Promise.all([
      this.before(platform, adapter),
      this.after(businessId, platform, adapter),
    ]);
    const checks = [...before, ...after];
    return {
      platform,
      verdict: verdictOf(checks, adapter !== null, after.length > 0),
      checkedAt: this.clock.now().toISOString(),
      checks,
    };
  }

  private async before(platform: Platform, adapter: SocialPlatform | null): Promise<Check[]> {
    const installation = {
      platform,
      issuer: adapter?.signIn.issuer ?? null,
      redirectUri: redirectUriOf(this.config.publicUrl, platform),
      mediaPullUrl: this.config.mediaPullUrl,
    };
    const media = mediaAddress(installation);
    return [
      appCredentials(installation),
      redirectAddress(installation),
      redirectReachable(installation.redirectUri, await this.askOurselves.execute(installation.redirectUri)),
      ...(media === null ? [] : [media]),
    ];
  }

  private async after(businessId: string, platform: Platform, adapter: SocialPlatform | null): Promise<Check[]> {
    const found = await this.uow.run(
      Scope.business(businessId),
      async (tx) => {
        const facts = await this.connections.find(tx, businessId, platform);
        return facts && { facts, secret: await this.secrets.find(tx, businessId, facts.id) };
      },
      { readOnly: true },
    );
    if (found === null) {
      return [];
    }
    const { facts, secret } = found;
    const seen = await this.examine(adapter, facts, secret);
    return [
      connected(facts),
      token(facts, seen),
      permissions(facts, adapter?.signIn.requiredScopes ?? [], seen),
      account(facts, seen),
      quota(facts, seen),
      expiry(facts),
      sending(facts),
      lastPost(facts),
    ];
  }

  /** A connection that is known to be dead is not tried again: further failed calls only count against us. */
  private examine(
    adapter: SocialPlatform | null,
    facts: ConnectionFacts,
    secret: StoredSecret | null,
  ): Promise<Examination> | Examination {
    if (adapter === null || secret === null) {
      return { kind: 'not_asked', why: 'There is nothing to ask with.' };
    }
    if (facts.state === 'broken') {
      return { kind: 'not_asked', why: 'Not tried: the connection is known to be over.' };
    }
    const binding = { businessId: secret.businessId, platform: secret.platform, subjectId: secret.accountId };
    return this.askPlatform.execute(adapter, facts, this.vault.openTokens(binding, secret));
  }
}
