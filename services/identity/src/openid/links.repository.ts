import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';
import type { UserRow } from '../users/index.ts';
import type { ProvidedPerson } from './provided-person.ts';

type Who = Pick<ProvidedPerson, 'issuer' | 'subject'>;

const person = `SELECT u.id AS user_id, u.email, u.email_verified_at, u.first_name, u.last_name, u.profile_image_url,
                       u.created_at AS user_created_at, s.tier
                  FROM users u JOIN subscriptions s ON s.payer_id = u.id`;

/** Which of the provider's people are which of ours. */
@Injectable()
export class LinksRepository {
  /** By issuer and subject alone: an address can change hands. */
  async findPerson(tx: Tx, who: Who): Promise<UserRow | null> {
    const rows = await tx.query<UserRow>(
      `${person} JOIN openid_links l ON l.user_id = u.id WHERE l.issuer = $1 AND l.subject = $2`,
      [who.issuer, who.subject],
    );
    return rows[0] ?? null;
  }

  async findHolder(tx: Tx, email: string): Promise<UserRow | null> {
    const rows = await tx.query<UserRow>(`${person} WHERE u.email = $1`, [email]);
    return rows[0] ?? null;
  }

  /** False when somebody is linked to this person of the provider already. */
  async insert(tx: Tx, userId: string, who: Who): Promise<boolean> {
    const rows = await tx.query(
      `INSERT INTO openid_links (issuer, subject, user_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING user_id`,
      [who.issuer, who.subject, userId],
    );
    return rows.length > 0;
  }

  /** Keeps which person of the provider a mailed link is about; false when it was about the same one before. */
  async ask(tx: Tx, userId: string, who: Who): Promise<boolean> {
    const rows = await tx.query(
      `INSERT INTO openid_link_requests AS r (user_id, issuer, subject) VALUES ($1, $2, $3)
       ON CONFLICT (user_id) DO UPDATE SET issuer = excluded.issuer, subject = excluded.subject, asked_at = now()
        WHERE (r.issuer, r.subject) IS DISTINCT FROM (excluded.issuer, excluded.subject)
       RETURNING user_id`,
      [userId, who.issuer, who.subject],
    );
    return rows.length > 0;
  }

  async takeRequest(tx: Tx, userId: string): Promise<Who | null> {
    const rows = await tx.query<Who>('DELETE FROM openid_link_requests WHERE user_id = $1 RETURNING issuer, subject', [
      userId,
    ]);
    return rows[0] ?? null;
  }

  /**
   * Takes over what the provider tells: names and picture where it tells them, an address that it says is the person's and that nobody else
   * has. @returns the row's new version; null when nothing differs
   */
  async takeOver(tx: Tx, userId: string, told: ProvidedPerson): Promise<number | null> {
    const rows = await tx.query<{ version: number }>(
      `WITH told AS (
         SELECT u.id, coalesce($2, u.first_name) AS first_name, coalesce($3, u.last_name) AS last_name,
                coalesce($4, u.profile_image_url) AS profile_image_url, t.is_taken,
                CASE WHEN t.is_taken THEN $5 ELSE u.email END AS email
           FROM users u
           CROSS JOIN LATERAL (
             SELECT $5::text IS NOT NULL AND $6
                    AND NOT EXISTS (SELECT FROM users o WHERE o.email = $5 AND o.id <> u.id) AS is_taken) t
          WHERE u.id = $1)
       UPDATE users u
          SET first_name = told.first_name, last_name = told.last_name, profile_image_url = told.profile_image_url,
              email = told.email, version = u.version + 1,
              email_verified_at = CASE WHEN told.is_taken AND (u.email <> told.email OR u.email_verified_at IS NULL)
                                       THEN now() ELSE u.email_verified_at END
         FROM told
        WHERE u.id = told.id
          AND ((u.first_name, u.last_name, u.profile_image_url, u.email)
               IS DISTINCT FROM (told.first_name, told.last_name, told.profile_image_url, told.email)
               OR (told.is_taken AND u.email_verified_at IS NULL))
       RETURNING u.version`,
      [userId, told.firstName, told.lastName, told.pictureUrl, told.email, told.emailVerified],
    );
    return rows[0]?.version ?? null;
  }

  /** Nobody of the provider is the account's person any more. */
  async removeAll(tx: Tx, userId: string): Promise<void> {
    await tx.execute('DELETE FROM openid_links WHERE user_id = $1', [userId]);
  }
}
