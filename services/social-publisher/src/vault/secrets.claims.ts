import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';
import type { Sealed } from './envelope.ts';
import { stored } from './secrets.repository.ts';
import type { StoredSecret } from './secrets.repository.ts';

/** Secrets across tenants, for the rotation of keys. */
@Injectable()
export class SecretsClaims {
  /** Locks up to `limit` secrets that another key than `kid` wraps. */
  async underOtherKeys(tx: Tx, kid: string, limit: number): Promise<StoredSecret[]> {
    const rows = await tx.query<Parameters<typeof stored>[0]>(
      `SELECT account_id, business_id, platform, kid, wrapped_key, ciphertext FROM account_secrets
      WHERE kid <> $1 ORDER BY account_id LIMIT $2 FOR UPDATE SKIP LOCKED`,
      [kid, limit],
    );
    return rows.map(stored);
  }

  async replace(tx: Tx, accountId: string, sealed: Sealed): Promise<void> {
    await tx.execute(
      'UPDATE account_secrets SET kid = $2, wrapped_key = $3, ciphertext = $4, updated_at = now() WHERE account_id = $1',
      [accountId, sealed.kid, sealed.wrappedKey, sealed.ciphertext],
    );
  }
}
