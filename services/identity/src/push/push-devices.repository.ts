import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { PushDeviceInput } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';

/** Of one person; the one that was added first makes room. */
const MOST_DEVICES = 20;

export interface PushDeviceRow {
  readonly server_key: string;
  readonly failures: number;
}

@Injectable()
export class PushDevicesRepository {
  async find(tx: Tx, userId: string, sessionId: string): Promise<PushDeviceRow | null> {
    const [row] = await tx.query<PushDeviceRow>(
      'SELECT server_key, failures FROM push_devices WHERE session_id = $2 AND user_id = $1',
      [userId, sessionId],
    );
    return row ?? null;
  }

  /**
   * The browser of this session takes pushes here. Whoever used the same browser before, as its secret shows, gets none there any more.
   * @returns false when it is not an open session of this person
   */
  async put(
    tx: Tx,
    device: PushDeviceInput & { id: string; userId: string; sessionId: string; serverKey: string },
  ): Promise<boolean> {
    const { id, userId, sessionId, endpoint, p256dh, auth, serverKey } = device;
    const hash = createHash('sha256').update(endpoint).digest();
    const [session] = await tx.query(
      'SELECT FROM sessions WHERE id = $2 AND user_id = $1 AND ended_at IS NULL FOR NO KEY UPDATE',
      [userId, sessionId],
    );
    if (session === undefined) {
      return false;
    }
    await tx.execute(
      `DELETE FROM push_devices WHERE session_id <> $2
          AND (endpoint_hash = $3 AND (user_id = $1 OR auth = $4) OR id IN (
            SELECT id FROM push_devices WHERE user_id = $1 AND session_id <> $2
             ORDER BY created_at DESC, id OFFSET ${MOST_DEVICES - 1}))`,
      [userId, sessionId, hash, auth],
    );
    await tx.execute(
      `INSERT INTO push_devices (id, session_id, user_id, endpoint, endpoint_hash, p256dh, auth, server_key)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (session_id) DO UPDATE SET endpoint = excluded.endpoint, endpoint_hash = excluded.endpoint_hash,
         p256dh = excluded.p256dh, auth = excluded.auth, server_key = excluded.server_key, failures = 0`,
      [id, sessionId, userId, endpoint, hash, p256dh, auth, serverKey],
    );
    return true;
  }

  async delete(tx: Tx, userId: string, sessionId: string): Promise<void> {
    await tx.execute('DELETE FROM push_devices WHERE session_id = $2 AND user_id = $1', [userId, sessionId]);
  }
}
