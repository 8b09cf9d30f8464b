import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { ParsedInputOf, secondStepRpc } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { Audit } from '../audit/index.ts';
import { MailQueue } from '../mail/index.ts';
import { ConfirmedSessions } from '../sessions/index.ts';
import { PasskeysRepository } from './passkeys.repository.ts';

/** A passkey that no longer signs in. */
@Injectable()
export class RemovePasskey {
  constructor(
    private readonly uow: Uow,
    private readonly confirmed: ConfirmedSessions,
    private readonly repository: PasskeysRepository,
    private readonly mails: MailQueue,
    private readonly audit: Audit,
  ) {}

  /** @throws AppError `confirmation_required`, `not_found` */
  async execute(
    userId: string,
    { id, sessionId, origin }: ParsedInputOf<typeof secondStepRpc.passkeyRemove>,
  ): Promise<{ success: true }> {
    await this.uow.run(Scope.global(), async (tx) => {
      await this.confirmed.require(tx, userId, sessionId);
      const name = await this.repository.remove(tx, userId, id);
      if (name === null) {
        throw new AppError('not_found');
      }
      await this.mails.add(tx, userId, 'ways_changed');
      await this.audit.note(tx, userId, { act: 'passkey_removed', detail: name, userAgent: origin.userAgent });
    });
    return { success: true };
  }
}
