import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';
import type { UserRow } from '../users/index.ts';

@Injectable()
export class UsersRepository {
  /** Null when the address is taken, also by a concurrent sign-up. */
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

  /** Confirms the address, unless the person has changed it since the link was mailed. */
  async confirmEmail(tx: Tx, userId: string, email: string): Promise<void> {
    await tx.query(
      'UPDATE users SET email_verified_at = now() WHERE id = $1 AND email = $2 AND email_verified_at IS NULL',
      [userId, email],
    );
  }
}
