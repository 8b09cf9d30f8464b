import { Injectable } from '@nestjs/common';
import { Scope, Uow } from '@postloom/persistence';
import { Audit } from '../audit/index.ts';
import { Challenges } from '../challenges/index.ts';
import { CredentialsRepository, PasswordHasher } from '../credentials/index.ts';
import { MailQueue } from '../mail/index.ts';
import { OneUseTokens } from '../one-use-tokens/index.ts';
import { RevokeAllSessions } from '../sessions/index.ts';
import { UsersRepository } from './users.repository.ts';

/**
 * Sets a new password by a mailed link: signs the person out everywhere, invalidates every other reset link, confirms the address and
 * notifies the owner. Starts no session: the person signs in with the new password.
 */
@Injectable()
export class ResetPassword {
  constructor(
    private readonly uow: Uow,
    private readonly tokens: OneUseTokens,
    private readonly hasher: PasswordHasher,
    private readonly credentials: CredentialsRepository,
    private readonly users: UsersRepository,
    private readonly revokeAllSessions: RevokeAllSessions,
    private readonly challenges: Challenges,
    private readonly mails: MailQueue,
    private readonly audit: Audit,
  ) {}

  /** @throws AppError `invalid_token`, `token_expired`, `unavailable` (too many sign-ins at once) */
  async execute(token: string, password: string, signal?: AbortSignal): Promise<{ success: true }> {
    // Checked before hashing, so that made-up links cost nothing; consumed afterwards, in the transaction of the effect.
    await this.uow.run(Scope.global(), (tx) => this.tokens.look(tx, 'reset_password', token));
    const passwordHash = await this.hasher.hash(password, signal);
    await this.uow.run(Scope.global(), async (tx) => {
      const used = await this.tokens.use(tx, 'reset_password', token);
      await this.credentials.setPassword(tx, used.user_id, passwordHash);
      await this.users.confirmEmail(tx, used.user_id, used.email);
      await this.revokeAllSessions.execute(tx, used.user_id);
      // A sign-in that waits for its second step had the old password.
      await this.challenges.endAllOf(tx, used.user_id);
      await this.mails.add(tx, used.user_id, 'password_changed');
      await this.audit.note(tx, used.user_id, { act: 'password_reset' });
    });
    return { success: true };
  }
}
