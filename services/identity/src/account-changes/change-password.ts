import { Injectable } from '@nestjs/common';
import type { accountChangeRpc, ParsedInputOf } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { Audit } from '../audit/index.ts';
import { Challenges } from '../challenges/index.ts';
import { CredentialsRepository, PasswordHasher } from '../credentials/index.ts';
import { MailQueue } from '../mail/index.ts';
import { RevokeAllSessions } from '../sessions/index.ts';
import { CheckPassword } from './check-password.ts';
import { WithdrawLinks } from './withdraw-links.ts';

/** A signed-in person chooses another password: every other session ends, links under way end, and the owner is told by mail. */
@Injectable()
export class ChangePassword {
  constructor(
    private readonly uow: Uow,
    private readonly checkPassword: CheckPassword,
    private readonly hasher: PasswordHasher,
    private readonly credentials: CredentialsRepository,
    private readonly revokeAllSessions: RevokeAllSessions,
    private readonly withdrawLinks: WithdrawLinks,
    private readonly challenges: Challenges,
    private readonly mails: MailQueue,
    private readonly audit: Audit,
  ) {}

  /** @throws AppError as `CheckPassword` */
  async execute(
    userId: string,
    input: ParsedInputOf<typeof accountChangeRpc.passwordChange>,
    signal?: AbortSignal,
  ): Promise<{ success: true }> {
    const { currentPassword, newPassword, sessionId, origin } = input;
    const given = { field: 'currentPassword', password: currentPassword, address: origin.address };
    await this.checkPassword.execute(userId, given, signal);
    const passwordHash = await this.hasher.hash(newPassword, signal);
    await this.uow.run(Scope.global(), async (tx) => {
      await this.credentials.setPassword(tx, userId, passwordHash);
      await this.revokeAllSessions.execute(tx, userId, sessionId);
      await this.withdrawLinks.execute(tx, userId);
      await this.challenges.endAllOf(tx, userId);
      await this.mails.add(tx, userId, 'password_replaced');
      await this.audit.note(tx, userId, { act: 'password_changed', userAgent: origin.userAgent });
    });
    return { success: true };
  }
}
