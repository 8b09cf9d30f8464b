import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { config } from '../config.ts';
import { tokenHash } from '../credentials/index.ts';
import { SessionsRepository } from './sessions.repository.ts';

/**
 * Sessions in which the person has shown a short while ago who they are: by signing in, or by giving the password again. Whatever changes
 * what guards an account, or deletes it, asks for it, so that a device left open is not enough.
 */
@Injectable()
export class ConfirmedSessions {
  constructor(private readonly sessions: SessionsRepository) {}

  /** @throws AppError `confirmation_required` */
  async require(tx: Tx, userId: string, sessionId: string): Promise<void> {
    if (!(await this.sessions.isConfirmed(tx, userId, sessionId, config.confirmedForSeconds))) {
      throw new AppError('confirmation_required');
    }
  }

  /** Whose session this is, if it is such a session: where nobody has to be signed in. */
  personOf(tx: Tx, sessionToken: string): Promise<string | null> {
    return this.sessions.findConfirmed(tx, tokenHash(sessionToken), config.confirmedForSeconds);
  }

  /** Returns until when. @throws AppError `unauthorized` when it is not an open session of this person */
  async confirm(tx: Tx, userId: string, sessionId: string): Promise<Date> {
    const until = await this.sessions.confirm(tx, userId, sessionId, config.confirmedForSeconds);
    if (!until) {
      throw new AppError('unauthorized');
    }
    return until;
  }
}
