import { Injectable } from '@nestjs/common';
import type { Platform } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';

interface Removal {
  readonly accountId: string;
  readonly platform: Platform;
  readonly removedAt: string;
}

@Injectable()
export class AccountsRepository {
  /** An account that is connected again keeps its id, and may be disconnected any number of times. */
  async remove(tx: Tx, businessId: string, { accountId, platform, removedAt }: Removal): Promise<void> {
    await tx.execute(
      `INSERT INTO account_removals (business_id, account_id, removed_at, platform) VALUES ($1, $2, $3, $4)
      ON CONFLICT DO NOTHING`,
      [businessId, accountId, removedAt, platform],
    );
  }
}
