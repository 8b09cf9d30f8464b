import { Injectable } from '@nestjs/common';
import { EndConsent } from './end-consent.ts';
import { MetaMessages } from './meta-messages.ts';
import { PlatformDeletionsClaims } from './platform-deletions.claims.ts';

/** Meta reports that a person, or a Page, removed the app. */
@Injectable()
export class Deauthorize {
  constructor(
    private readonly messages: MetaMessages,
    private readonly endConsent: EndConsent,
    private readonly deletions: PlatformDeletionsClaims,
  ) {}

  /** @throws {AppError} unauthorized (see `MetaMessages`) */
  execute(signedRequest: string): Promise<{ accounts: number; confirmationCode: string }> {
    return this.messages.take(signedRequest, async (tx, { platforms, personOrAccountId, issuedAt }) => {
      let accounts = 0;
      for (const platform of platforms) {
        accounts += await this.endConsent.execute(tx, platform, personOrAccountId, issuedAt);
      }
      return { accounts, confirmationCode: await this.deletions.add(tx, 'consent', []) };
    });
  }
}
