import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { accountChangeRpc, ParsedInputOf } from '@postloom/contracts';
import { Scope, Throttles, Uow } from '@postloom/persistence';
import { Audit } from '../audit/index.ts';
import { MailQueue } from '../mail/index.ts';
import { OneUseTokens } from '../one-use-tokens/index.ts';
import { throttleKey } from '../throttle-keys.ts';
import { AddressesRepository } from './addresses.repository.ts';
import { CheckPassword } from './check-password.ts';

/**
 * Mails a link to the new address and tells the old one. Nothing changes before that link is followed. The answer is the same for an
 * address that somebody has; its owner is told instead, at most once a day.
 */
@Injectable()
export class AskEmailChange {
  constructor(
    private readonly uow: Uow,
    private readonly checkPassword: CheckPassword,
    private readonly throttles: Throttles,
    private readonly addresses: AddressesRepository,
    private readonly tokens: OneUseTokens,
    private readonly mails: MailQueue,
    private readonly audit: Audit,
  ) {}

  /** @throws AppError as `CheckPassword`, and `validation_failed` for the person's own address */
  async execute(
    userId: string,
    input: ParsedInputOf<typeof accountChangeRpc.emailAskChange>,
    signal?: AbortSignal,
  ): Promise<{ success: true }> {
    const { newEmail, currentPassword, origin } = input;
    const given = { field: 'currentPassword', password: currentPassword, address: origin.address };
    const { email } = await this.checkPassword.execute(userId, given, signal);
    if (newEmail === email) {
      throw new AppError('validation_failed', OWN, { details: [{ path: 'newEmail', message: OWN }] });
    }
    await this.uow.run(Scope.global(), async (tx) => {
      await this.throttles.take(tx, [throttleKey('limitEmailChange', userId)]);
      // Of several requests the last one counts.
      await this.mails.withdraw(tx, userId, 'change_email');
      await this.tokens.withdraw(tx, 'change_email', userId);
      if (!(await this.addresses.isTaken(tx, newEmail))) {
        await this.mails.add(tx, userId, 'change_email', newEmail);
      } else if (await this.throttles.tryTake(tx, throttleKey('limitTakenNotice', newEmail))) {
        await this.mails.addForAddress(tx, newEmail, 'address_in_use');
      }
      await this.mails.add(tx, userId, 'email_change_asked', email);
      await this.audit.note(tx, userId, { act: 'email_change_asked', userAgent: origin.userAgent });
    });
    return { success: true };
  }
}

const OWN = 'This is already your address.';
