import { Injectable } from '@nestjs/common';
import { Random } from '@postloom/chassis';
import type { Sealed, Tx } from '@postloom/persistence';
import { accountKey } from '../platforms/index.ts';

@Injectable()
export class RevocationsRepository {
  constructor(private readonly random: Random) {}

  /**
   * Queues the withdrawal of the consent that these tokens came from. In the transaction that ends their use, so that no crash can lose it.
   * `sealed` is bound to the account, as in `account_secrets`.
   */
  async add(
    tx: Tx,
    account: { id: string; businessId: string; platform: string; origin: string | null; grantorId: string },
    sealed: Sealed,
  ): Promise<void> {
    await tx.execute(
      `INSERT INTO revocations (id, business_id, account_id, platform, grantor_id, kid, wrapped_key, ciphertext, origin)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        this.random.uuidv7(),
        account.businessId,
        account.id,
        account.platform,
        accountKey(account.origin, account.grantorId),
        sealed.kid,
        sealed.wrappedKey,
        sealed.ciphertext,
        account.origin,
      ],
    );
  }
}
