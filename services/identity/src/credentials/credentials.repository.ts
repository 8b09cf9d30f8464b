import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';
import type { UserRow } from '../users/index.ts';

export interface SignInRow extends UserRow {
  readonly password_hash: string | null;
  /** The person has signed in from this address before (and that session is younger than 30 days). */
  readonly is_known_address: boolean;
}

@Injectable()
export class CredentialsRepository {
  /** The account of an address with what sign-in needs; null when there is none. */
  async findForSignIn(tx: Tx, email: string, addressHash: Buffer): Promise<SignInRow | null> {
    const rows = await tx.query<SignInRow>(
      `SELECT u.id AS user_id, u.email, u.email_verified_at, u.first_name, u.last_name, u.profile_image_url,
              u.created_at AS user_created_at, s.tier, c.password_hash,
              EXISTS (SELECT FROM sessions k WHERE k.user_id = u.id AND k.address_hash = $2 AND k.expires_at > now())
                AS is_known_address
         FROM users u
         JOIN subscriptions s ON s.payer_id = u.id
         LEFT JOIN credentials c ON c.user_id = u.id
        WHERE u.email = $1`,
      [email, addressHash],
    );
    return rows[0] ?? null;
  }

  /** A person's address and password; null when there is no such person. */
  async find(tx: Tx, userId: string): Promise<{ email: string; password_hash: string | null } | null> {
    const rows = await tx.query<{ email: string; password_hash: string | null }>(
      'SELECT u.email, c.password_hash FROM users u LEFT JOIN credentials c ON c.user_id = u.id WHERE u.id = $1',
      [userId],
    );
    return rows[0] ?? null;
  }

  /** Nobody signs in with a password until a new one is set. */
  async forgetPassword(tx: Tx, userId: string): Promise<void> {
    await tx.execute('DELETE FROM credentials WHERE user_id = $1', [userId]);
  }

  async setPassword(tx: Tx, userId: string, passwordHash: string): Promise<void> {
    await tx.query(
      `INSERT INTO credentials (user_id, password_hash) VALUES ($1, $2)
       ON CONFLICT (user_id) DO UPDATE SET password_hash = excluded.password_hash, changed_at = now()`,
      [userId, passwordHash],
    );
  }
}
