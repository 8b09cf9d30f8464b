import { Injectable } from '@nestjs/common';
import { identityEvents } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { tokenHash } from '../credentials/index.ts';
import { SessionsRepository } from './sessions.repository.ts';

/** Sign-out. An unknown or already ended token ends nothing and is no error: the person is signed out either way. */
@Injectable()
export class EndSession {
  constructor(private readonly sessions: SessionsRepository) {}

  async execute(tx: Tx, sessionToken: string): Promise<void> {
    const ended = await this.sessions.endByHash(tx, tokenHash(sessionToken));
    if (ended) {
      await tx.emit(identityEvents.sessionRevoked, {
        businessId: null,
        entityId: ended.id,
        version: 1,
        data: { userId: ended.user_id, sessionId: ended.id },
      });
    }
  }
}
