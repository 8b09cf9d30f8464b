import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { identityRpc, ParsedInputOf, Principal } from '@postloom/contracts';
import { tokenHash } from '../credentials/index.ts';
import { toUser } from '../users/index.ts';
import { SeenSessions } from './seen-sessions.ts';
import { SessionsRepository } from './sessions.repository.ts';

/** What every authenticated request needs first: one read, no write, no transaction. */
@Injectable()
export class ResolveSession {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly seen: SeenSessions,
  ) {}

  /**
   * @throws AppError `unauthorized` for a token that is unknown, tampered with, ended or too old; `not_found` when the requested business
   * is not the person's (without saying whether it exists)
   */
  async execute(input: ParsedInputOf<typeof identityRpc.sessionResolve>): Promise<Principal> {
    const row = await this.sessions.resolve(tokenHash(input.sessionToken), input.askedBusinessId);
    if (!row) {
      throw new AppError('unauthorized');
    }
    if (input.askedBusinessId !== null && row.business_id === null) {
      throw new AppError('not_found');
    }
    if (row.is_due_for_seen) {
      this.seen.note(row.session_id);
    }
    return {
      sessionId: row.session_id,
      userId: row.user_id,
      user: toUser(row),
      businessId: row.business_id,
      payerId: row.payer_id,
      role: row.role,
    };
  }
}
