import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { Audit } from '../audit/index.ts';
import { MailQueue } from '../mail/index.ts';
import { OneUseTokens } from '../one-use-tokens/index.ts';
import { emitUserChanged } from '../users/index.ts';
import { AddressesRepository } from './addresses.repository.ts';
import { WithdrawLinks } from './withdraw-links.ts';

/** The holder of the link reads the new mailbox: the address changes, and the old one is told. */
@Injectable()
export class ChangeEmail {
  constructor(
    private readonly uow: Uow,
    private readonly tokens: OneUseTokens,
    private readonly addresses: AddressesRepository,
    private readonly withdrawLinks: WithdrawLinks,
    private readonly mails: MailQueue,
    private readonly audit: Audit,
  ) {}

  /** @throws AppError `invalid_token`, `token_expired`, `conflict` (somebody took the address in the meantime) */
  async execute(token: string): Promise<{ success: true }> {
    await this.uow.run(Scope.global(), async (tx) => {
      const { user_id: userId, email } = await this.tokens.use(tx, 'change_email', token);
      const before = await this.addresses.lock(tx, userId);
      const version = before === null ? null : await this.addresses.change(tx, userId, email);
      if (before === null || version === null) {
        throw new AppError('conflict', 'This address belongs to another Postloom account now.');
      }
      // Links in the old mailbox must not set a password of this account any more.
      await this.withdrawLinks.execute(tx, userId);
      await this.tokens.withdraw(tx, 'verify_email', userId);
      await this.mails.add(tx, userId, 'email_changed', before);
      await this.audit.note(tx, userId, { act: 'email_changed' });
      await emitUserChanged(tx, userId, version);
    });
    return { success: true };
  }
}
