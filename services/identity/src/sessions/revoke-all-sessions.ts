import { Injectable } from '@nestjs/common';
import { identityEvents } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { SessionsRepository } from './sessions.repository.ts';

/** Signs a person out everywhere, or everywhere else. Runs in the caller's transaction. */
@Injectable()
export class RevokeAllSessions {
  constructor(private readonly sessions: SessionsRepository) {}

  async execute(tx: Tx, userId: string, exceptSessionId: string | null = null): Promise<void> {
    const version = await this.sessions.endAll(tx, userId, exceptSessionId);
    await tx.emit(identityEvents.sessionRevoked, {
      businessId: null,
      entityId: userId,
      version,
      data: { userId, sessionId: null },
    });
  }
}
