import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';

@Injectable()
export class AddressesRepository {
  async isTaken(tx: Tx, email: string): Promise<boolean> {
    return (await tx.query('SELECT FROM users WHERE email = $1', [email])).length > 0;
  }

  /** The person's address, locked until the end of the transaction; null when there is no such person. */
  async lock(tx: Tx, userId: string): Promise<string | null> {
    const [row] = await tx.query<{ email: string }>('SELECT email FROM users WHERE id = $1 FOR UPDATE', [userId]);
    return row?.email ?? null;
  }

  /**
   * The address becomes the person's, confirmed by the link that was mailed to it.
   * @returns the row's new version; null when somebody else has the address
   */
  async change(tx: Tx, userId: string, email: string): Promise<number | null> {
    const [row] = await tx.query<{ version: number }>(
      `UPDATE users SET email = $2, email_verified_at = now(), version = version + 1
        WHERE id = $1 AND NOT EXISTS (SELECT FROM users other WHERE other.email = $2 AND other.id <> $1)
        RETURNING version`,
      [userId, email],
    );
    return row?.version ?? null;
  }
}
