import { Injectable } from '@nestjs/common';
import { Logger } from '@postloom/chassis';
import { PlatformError, Platforms } from '../platforms/index.ts';
import type { TokenSet } from '../platforms/index.ts';
import { Vault } from '../vault/index.ts';
import type { StoredSecret } from '../vault/index.ts';
import type { Account } from './account.ts';
import { GrantsClaims } from './grants.claims.ts';

/** Takes the consent back at the platform. Best effort: the secret is destroyed on our side in any case. */
@Injectable()
export class RevokeConsent {
  constructor(
    private readonly platforms: Platforms,
    private readonly vault: Vault,
    private readonly grants: GrantsClaims,
    private readonly logger: Logger,
  ) {}

  execute(account: Account, secret: StoredSecret): Promise<void> {
    const binding = { businessId: secret.businessId, platform: secret.platform, subjectId: secret.accountId };
    return this.tokens(account, this.vault.openTokens(binding, secret));
  }

  /** Tokens that are stored nowhere. */
  async tokens(account: Account, tokens: TokenSet): Promise<void> {
    const platform = this.platforms.find(account.platform);
    if (platform === null || (await this.grants.isStillUsed(account.platform, account.grantorId))) {
      return;
    }
    try {
      await platform.signIn.revoke(tokens);
    } catch (error) {
      if (!(error instanceof PlatformError)) {
        throw error;
      }
      this.logger.warn('The platform did not take the consent back', {
        platform: account.platform,
        problem: error.problem.code,
      });
    }
  }
}
