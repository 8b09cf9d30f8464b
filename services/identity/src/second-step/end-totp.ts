import { Injectable } from '@nestjs/common';
import type { ParsedInputOf, secondStepRpc } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { Audit } from '../audit/index.ts';
import { MailQueue } from '../mail/index.ts';
import { ConfirmedSessions } from '../sessions/index.ts';
import { SecondStepsRepository } from './second-steps.repository.ts';

/** Sign-in asks for the password alone again. Turning off what is off changes nothing. */
@Injectable()
export class EndTotp {
  constructor(
    private readonly uow: Uow,
    private readonly confirmed: ConfirmedSessions,
    private readonly repository: SecondStepsRepository,
    private readonly mails: MailQueue,
    private readonly audit: Audit,
  ) {}

  /** @throws AppError `confirmation_required` */
  async execute(
    userId: string,
    { sessionId, origin }: ParsedInputOf<typeof secondStepRpc.totpEnd>,
  ): Promise<{ success: true }> {
    await this.uow.run(Scope.global(), async (tx) => {
      await this.confirmed.require(tx, userId, sessionId);
      if (await this.repository.remove(tx, userId)) {
        await this.mails.add(tx, userId, 'ways_changed');
        await this.audit.note(tx, userId, { act: 'totp_off', userAgent: origin.userAgent });
      }
    });
    return { success: true };
  }
}
