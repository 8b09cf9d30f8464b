import { Injectable } from '@nestjs/common';
import { Scope, Throttles, Uow } from '@postloom/persistence';
import { MailQueue } from '../mail/index.ts';
import { throttleKey } from '../throttle-keys.ts';
import { UsersRepository } from './users.repository.ts';

/** Mails another link that confirms the address, for a person whose first one was lost or has expired. */
@Injectable()
export class SendConfirmation {
  constructor(
    private readonly uow: Uow,
    private readonly throttles: Throttles,
    private readonly users: UsersRepository,
    private readonly mails: MailQueue,
  ) {}

  /** @throws AppError `rate_limited` */
  async execute(userId: string): Promise<{ success: true }> {
    await this.uow.run(Scope.global(), async (tx) => {
      if (await this.users.isConfirmed(tx, userId)) {
        return;
      }
      await this.throttles.take(tx, [throttleKey('limitConfirmMail', userId)]);
      await this.mails.add(tx, userId, 'verify_email');
    });
    return { success: true };
  }
}
