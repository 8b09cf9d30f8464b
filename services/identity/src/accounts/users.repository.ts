import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';
import type { UserRow } from '../users/index.ts';

export interface ExportedPerson {
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly createdAt: Date;
  readonly activeBusinessId: string | null;
}

@Injectable()
export class UsersRepository {
  /** Null when somebody has this address: also when two sign up with it at the same moment. */
  async insert(
    tx: Tx,
    person: { id: string; email: string; firstName: string | null; lastName: string | null },
  ): Promise<Omit<UserRow, 'tier'> | null> {
    const rows = await tx.query<Omit<UserRow, 'tier'>>(
      `INSERT INTO users (id, email, first_name, last_name) VALUES ($1, $2, $3, $4)
       ON CONFLICT (email) DO NOTHING
       RETURNING id AS user_id, email, email_verified_at, first_name, last_name, profile_image_url,
                 created_at AS user_created_at`,
      [person.id, person.email, person.firstName, person.lastName],
    );
    return rows[0] ?? null;
  }

  /** What a person's own export says of them. @returns null for a person who is being deleted */
  async exported(tx: Tx, userId: string): Promise<ExportedPerson | null> {
    const rows = await tx.query<ExportedPerson>(
      `SELECT email, first_name AS "firstName", last_name AS "lastName", created_at AS "createdAt",
              active_business_id AS "activeBusinessId" FROM users WHERE id = $1 AND erased_at IS NULL`,
      [userId],
    );
    return rows[0] ?? null;
  }

  async isConfirmed(tx: Tx, userId: string): Promise<boolean> {
    const rows = await tx.query('SELECT FROM users WHERE id = $1 AND email_verified_at IS NOT NULL', [userId]);
    return rows.length > 0;
  }

  /**
   * Confirms the address, unless the person has changed it since the link was mailed.
   * @returns the row's new version; null when nothing changed
   */
  async confirmEmail(tx: Tx, userId: string, email: string): Promise<number | null> {
    const rows = await tx.query<{ version: number }>(
      `UPDATE users SET email_verified_at = now(), version = version + 1
        WHERE id = $1 AND email = $2 AND email_verified_at IS NULL RETURNING version`,
      [userId, email],
    );
    return rows[0]?.version ?? null;
  }
}
