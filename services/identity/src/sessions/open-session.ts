import { Injectable } from '@nestjs/common';
import { Random } from '@postloom/chassis';
import { Audit } from '../audit/index.ts';
import { TOKEN_BYTES, tokenHash } from '../credentials/index.ts';
import type { Tx } from '@postloom/persistence';
import { EndSession } from './end-session.ts';
import { addressHash, SessionsRepository } from './sessions.repository.ts';

export interface Origin {
  readonly address: string;
  readonly userAgent: string;
}

/** How somebody showed who they are: stands in the audit log. */
export type SignInWay = 'sign-up' | 'password' | 'code' | 'recovery-code' | 'passkey' | 'provider';

export interface OpenedSession {
  readonly sessionToken: string;
  readonly expiresAt: string;
}

/**
 * A new session with a new token, which only the answer contains. The session that the browser had before (`replaces`), whoever's it was,
 * ends in the same transaction: a planted cookie is worthless after sign-in.
 */
@Injectable()
export class OpenSession {
  constructor(
    private readonly random: Random,
    private readonly sessions: SessionsRepository,
    private readonly endSession: EndSession,
    private readonly audit: Audit,
  ) {}

  async execute(
    tx: Tx,
    person: { id: string; email: string },
    origin: Origin,
    way: SignInWay,
    replaces?: string | null,
  ): Promise<OpenedSession> {
    if (replaces) {
      await this.endSession.execute(tx, replaces);
    }
    const sessionToken = this.random.token(TOKEN_BYTES);
    const expiresAt = await this.sessions.insert(tx, {
      id: this.random.uuidv7(),
      hash: tokenHash(sessionToken),
      userId: person.id,
      addressHash: addressHash(person.email, origin.address),
      userAgent: origin.userAgent,
    });
    await this.audit.note(tx, person.id, { act: 'signed_in', detail: way, userAgent: origin.userAgent });
    return { sessionToken, expiresAt: expiresAt.toISOString() };
  }
}
