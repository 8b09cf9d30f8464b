import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { OutputOf, ParsedInputOf, secondStepRpc } from '@postloom/contracts';
import { Scope, Throttles, Uow } from '@postloom/persistence';
import { Audit } from '../audit/index.ts';
import { MailQueue } from '../mail/index.ts';
import { ConfirmedSessions } from '../sessions/index.ts';
import { throttleKey } from '../throttle-keys.ts';
import { SecondStepsRepository } from './second-steps.repository.ts';
import { isAppCode, SecondSteps } from './second-steps.ts';

/** The app gives the right code: from now on sign-in asks for one. Answers the recovery codes, which nobody sees again. */
@Injectable()
export class ConfirmTotp {
  constructor(
    private readonly uow: Uow,
    private readonly throttles: Throttles,
    private readonly confirmed: ConfirmedSessions,
    private readonly secondSteps: SecondSteps,
    private readonly repository: SecondStepsRepository,
    private readonly mails: MailQueue,
    private readonly audit: Audit,
  ) {}

  /** @throws AppError `confirmation_required`, `conflict` (nothing was started, or it is on), `invalid_code`, `rate_limited` */
  async execute(
    userId: string,
    { code, sessionId, origin }: ParsedInputOf<typeof secondStepRpc.totpConfirm>,
  ): Promise<OutputOf<typeof secondStepRpc.totpConfirm>> {
    const keys = [throttleKey('limitSecondStepPair', userId, origin.address)];
    await this.uow.run(Scope.global(), (tx) => this.throttles.take(tx, keys));
    return this.uow.run(Scope.global(), async (tx) => {
      await this.confirmed.require(tx, userId, sessionId);
      const row = await this.repository.find(tx, userId);
      if (row?.state !== 'pending') {
        throw new AppError('conflict', 'Please start again.');
      }
      const step = isAppCode(code) ? await this.secondSteps.stepOf(tx, userId, row, code) : null;
      if (step === null || !(await this.repository.turnOn(tx, userId, step))) {
        throw new AppError('invalid_code');
      }
      await this.throttles.giveBack(tx, keys);
      await this.mails.add(tx, userId, 'ways_changed');
      await this.audit.note(tx, userId, { act: 'totp_on', userAgent: origin.userAgent });
      return { recoveryCodes: await this.secondSteps.renewRecoveryCodes(tx, userId) };
    });
  }
}
