import { Injectable } from '@nestjs/common';
import type { NotificationKind } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import type { StoppableChannel } from './preferences.repository.ts';

export interface UnsubscribeLink {
  readonly user_id: string;
  readonly channel: StoppableChannel;
  readonly kinds: NotificationKind[];
}

@Injectable()
export class UnsubscribeLinksRepository {
  async insert(
    tx: Tx,
    link: { hash: Buffer; userId: string; channel: StoppableChannel; kinds: readonly NotificationKind[] },
  ): Promise<void> {
    await tx.query('INSERT INTO unsubscribe_links (token_hash, user_id, channel, kinds) VALUES ($1, $2, $3, $4)', [
      link.hash,
      link.userId,
      link.channel,
      link.kinds,
    ]);
  }

  async find(tx: Tx, hash: Buffer): Promise<UnsubscribeLink | null> {
    const [row] = await tx.query<UnsubscribeLink>(
      'SELECT user_id, channel, kinds FROM unsubscribe_links WHERE token_hash = $1',
      [hash],
    );
    return row ?? null;
  }
}
