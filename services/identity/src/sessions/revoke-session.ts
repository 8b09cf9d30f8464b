import { Injectable } from '@nestjs/common';
import { AppError, identityEvents } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { Audit } from '../audit/index.ts';
import { SessionsRepository } from './sessions.repository.ts';

/** Ends one session from the list of sessions. */
@Injectable()
export class RevokeSession {
  constructor(
    private readonly uow: Uow,
    private readonly sessions: SessionsRepository,
    private readonly audit: Audit,
  ) {}

  /** @throws AppError `not_found` when it is not an open session of this person */
  async execute(userId: string, id: string): Promise<{ success: true }> {
    await this.uow.run(Scope.global(), async (tx) => {
      const ended = await this.sessions.endById(tx, userId, id);
      if (!ended) {
        throw new AppError('not_found');
      }
      await this.audit.note(tx, userId, { act: 'session_ended', userAgent: ended.user_agent });
      await tx.emit(identityEvents.sessionRevoked, {
        businessId: null,
        entityId: id,
        version: 1,
        data: { userId, sessionId: id },
      });
    });
    return { success: true };
  }
}
