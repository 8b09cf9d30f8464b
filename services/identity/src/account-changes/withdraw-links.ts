import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';
import { MailQueue } from '../mail/index.ts';
import { OneUseTokens } from '../one-use-tokens/index.ts';

/**
 * Ends every link that could still change the password or the address, and those that are about to be mailed: first the mails, because
 * a link begins with its mail.
 */
@Injectable()
export class WithdrawLinks {
  constructor(
    private readonly mails: MailQueue,
    private readonly tokens: OneUseTokens,
  ) {}

  async execute(tx: Tx, userId: string): Promise<void> {
    for (const kind of ['change_email', 'reset_password'] as const) {
      await this.mails.withdraw(tx, userId, kind);
      await this.tokens.withdraw(tx, kind, userId);
    }
  }
}
