import { Injectable } from '@nestjs/common';
import { Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import type { Sealed } from './envelope.ts';
import { secretColumns, stored } from './secrets.repository.ts';
import type { SecretRow, StoredSecret } from './secrets.repository.ts';

/** How many rows a key of the installation still wraps. */
export interface KeyUse {
  readonly kid: string;
  readonly secrets: number;
  /** Sign-ins under way; they end by themselves within minutes. */
  readonly signIns: number;
}

const scope = Scope.system('rotation of vault keys');

/** Secrets across tenants, for the rotation of keys. */
@Injectable()
export class SecretsClaims {
  constructor(private readonly uow: Uow) {}

  /**
   * Meets up to `limit` secrets that one of the keys `kids` wraps, in the order of their accounts after `afterAccountId`, and stores
   * what `reseal` makes of each; null leaves it as it is. Answers those met.
   */
  reseal(
    kids: readonly string[],
    afterAccountId: string,
    limit: number,
    reseal: (secret: StoredSecret) => Sealed | null,
  ): Promise<readonly StoredSecret[]> {
    return this.uow.run(scope, async (tx) => {
      const rows = await tx.query<SecretRow>(
        `SELECT ${secretColumns} FROM account_secrets WHERE kid = ANY ($1) AND account_id > $2
        ORDER BY account_id LIMIT $3 FOR UPDATE SKIP LOCKED`,
        [[...kids], afterAccountId, limit],
      );
      const met = rows.map(stored);
      const resealed = met.flatMap((secret) => {
        const sealed = reseal(secret);
        return sealed === null ? [] : [{ accountId: secret.accountId, ...sealed }];
      });
      if (resealed.length > 0) {
        await this.replace(tx, resealed);
      }
      return met;
    });
  }

  /** Every key that a row names, configured or not. */
  usage(): Promise<KeyUse[]> {
    return this.uow.run(
      scope,
      (tx) =>
        tx.query<{ kid: string; secrets: number; signIns: number }>(
          `SELECT kid, sum(secrets)::int AS secrets, sum(sign_ins)::int AS "signIns" FROM (
            SELECT kid, count(*) AS secrets, 0 AS sign_ins FROM account_secrets GROUP BY kid
            UNION ALL
            SELECT kid, 0, count(*) FROM oauth_flows WHERE expires_at > now() GROUP BY kid) AS used
          GROUP BY kid ORDER BY kid`,
        ),
      { readOnly: true },
    );
  }

  /** The same tokens under another key: their generation stays. */
  private async replace(tx: Tx, all: readonly ({ readonly accountId: string } & Sealed)[]): Promise<void> {
    await tx.execute(
      `UPDATE account_secrets s SET kid = n.kid, wrapped_key = n.wrapped_key, ciphertext = n.ciphertext, updated_at = now()
      FROM unnest($1::uuid[], $2::text[], $3::bytea[], $4::bytea[]) AS n (account_id, kid, wrapped_key, ciphertext)
      WHERE s.account_id = n.account_id`,
      [
        all.map((one) => one.accountId),
        all.map((one) => one.kid),
        all.map((one) => one.wrappedKey),
        all.map((one) => one.ciphertext),
      ],
    );
  }
}
