import { Injectable } from '@nestjs/common';
import { Scope, Throttles, Uow } from '@postloom/persistence';
import { MailQueue } from '../mail/index.ts';
import { throttleKey } from '../throttle-keys.ts';

/** Mails a reset link to the owner of an address. The answer is the same for an unknown address. */
@Injectable()
export class AskPasswordReset {
  constructor(
    private readonly uow: Uow,
    private readonly throttles: Throttles,
    private readonly mails: MailQueue,
  ) {}

  /** @throws AppError `rate_limited` for the requesting address; a person's own limit of mails is applied silently */
  async execute(email: string, address: string): Promise<{ success: true }> {
    await this.uow.run(Scope.global(), async (tx) => {
      const mayMail = await this.throttles.tryTake(tx, throttleKey('limitResetMail', email));
      await this.throttles.take(tx, [throttleKey('limitForgot', address)]);
      if (mayMail) {
        await this.mails.addForAddress(tx, email, 'reset_password');
      }
    });
    return { success: true };
  }
}
