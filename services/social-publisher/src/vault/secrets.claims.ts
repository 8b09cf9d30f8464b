import { Injectable } from '@nestjs/common';
import { Scope, Uow } from '@postloom/persistence';
import type { Sealed, Tx } from '@postloom/persistence';

/** The tables of sealed tokens, each with its primary key. The tokens are bound to the account in both. */
export const sealedTables = { account_secrets: 'account_id', revocations: 'id' } as const;
export type SealedTable = keyof typeof sealedTables;

/** Sealed tokens of an account. */
export interface SealedRow extends Sealed {
  /** The primary key of the row. */
  readonly key: string;
  readonly accountId: string;
  readonly businessId: string;
  readonly platform: string;
  readonly origin: string | null;
}

/** How many rows a key of the installation still wraps. */
export interface KeyUse {
  readonly kid: string;
  /** Connected accounts, and revocations under way. */
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
   * Reads up to `limit` rows of a table that one of the keys `kids` wraps, in the order of their keys after `afterKey`, and stores what
   * `reseal` returns for each; null leaves it as it is. Returns the rows it read.
   */
  reseal(
    table: SealedTable,
    kids: readonly string[],
    afterKey: string,
    limit: number,
    reseal: (row: SealedRow) => Sealed | null,
  ): Promise<readonly SealedRow[]> {
    const key = sealedTables[table];
    return this.uow.run(scope, async (tx) => {
      const rows = await tx.query<SealedRow>(
        `SELECT ${key} AS key, account_id AS "accountId", business_id AS "businessId", platform, origin, kid,
          wrapped_key AS "wrappedKey", ciphertext FROM ${table}
        WHERE kid = ANY ($1) AND ${key} > $2 ORDER BY ${key} LIMIT $3 FOR UPDATE SKIP LOCKED`,
        [[...kids], afterKey, limit],
      );
      const resealed = rows.flatMap((row) => {
        const sealed = reseal(row);
        return sealed === null ? [] : [{ key: row.key, ...sealed }];
      });
      if (resealed.length > 0) {
        await this.replace(tx, table, resealed);
      }
      return rows;
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
            SELECT kid, count(*), 0 FROM revocations GROUP BY kid
            UNION ALL
            SELECT kid, 0, count(*) FROM oauth_flows WHERE expires_at > now() GROUP BY kid) AS used
          GROUP BY kid ORDER BY kid`,
        ),
      { readOnly: true },
    );
  }

  /** The same tokens under another key: their generation stays. */
  private async replace(
    tx: Tx,
    table: SealedTable,
    all: readonly ({ readonly key: string } & Sealed)[],
  ): Promise<void> {
    const touched = table === 'account_secrets' ? ', updated_at = now()' : '';
    await tx.execute(
      `UPDATE ${table} s SET kid = n.kid, wrapped_key = n.wrapped_key, ciphertext = n.ciphertext${touched}
      FROM unnest($1::uuid[], $2::text[], $3::bytea[], $4::bytea[]) AS n (key, kid, wrapped_key, ciphertext)
      WHERE s.${sealedTables[table]} = n.key`,
      [
        all.map((one) => one.key),
        all.map((one) => one.kid),
        all.map((one) => one.wrappedKey),
        all.map((one) => one.ciphertext),
      ],
    );
  }
}
