import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { OutputOf, ParsedInputOf, secondStepRpc } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { Audit } from '../audit/index.ts';
import { ConfirmedSessions } from '../sessions/index.ts';
import { SecondSteps } from './second-steps.ts';

/** Ten new recovery codes; the earlier ones no longer work. */
@Injectable()
export class RenewRecoveryCodes {
  constructor(
    private readonly uow: Uow,
    private readonly confirmed: ConfirmedSessions,
    private readonly secondSteps: SecondSteps,
    private readonly audit: Audit,
  ) {}

  /** @throws AppError `confirmation_required`, `not_found` (there is no second step that they could stand in for) */
  execute(
    userId: string,
    { sessionId, origin }: ParsedInputOf<typeof secondStepRpc.recoveryCodesRenew>,
  ): Promise<OutputOf<typeof secondStepRpc.recoveryCodesRenew>> {
    return this.uow.run(Scope.global(), async (tx) => {
      await this.confirmed.require(tx, userId, sessionId);
      if (!(await this.secondSteps.isOn(tx, userId))) {
        throw new AppError('not_found');
      }
      await this.audit.note(tx, userId, { act: 'recovery_codes_made', userAgent: origin.userAgent });
      return { recoveryCodes: await this.secondSteps.renewRecoveryCodes(tx, userId) };
    });
  }
}
