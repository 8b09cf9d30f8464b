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

/** A connection, and the tokens it has; null: they were destroyed. */
interface Connection {
  readonly facts: ConnectionFacts;
  readonly secret: StoredSecret | null;
}

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
    const found = await this.connection(businessId, platform);
    // Before a server is named there is nobody to ask.
    const isNowhere = found === null && this.platforms.hasOwnServers(platform);
    const adapter = isNowhere ? null : this.platforms.find(platform, found?.facts.origin ?? null);
    const [before, after] = await Promise.all([
      this.before(platform, adapter),
      found === null ? [] : this.after(adapter, found),
    ]);
    const checks = [...before, ...after];
    return {
      platform,
      verdict: verdictOf(checks, this.platforms.isSetUp(platform), after.length > 0),
      checkedAt: this.clock.now().toISOString(),
      checks,
    };
  }

  private async before(platform: Platform, adapter: SocialPlatform | null): Promise<Check[]> {
    const installation = {
      platform,
      isSetUp: this.platforms.isSetUp(platform),
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

  /** Null: none is connected. */
  private connection(businessId: string, platform: Platform): Promise<Connection | null> {
    return this.uow.run(
      Scope.business(businessId),
      async (tx) => {
        const facts = await this.connections.find(tx, businessId, platform);
        return facts && { facts, secret: await this.secrets.find(tx, businessId, facts.id) };
      },
      { readOnly: true },
    );
  }

  private async after(adapter: SocialPlatform | null, { facts, secret }: Connection): Promise<Check[]> {
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
    const { businessId, platform, accountId } = secret;
    const binding = { businessId, platform, origin: facts.origin, subjectId: accountId };
    return this.askPlatform.execute(adapter, facts, this.vault.openTokens(binding, secret));
  }
}
