import { Injectable } from '@nestjs/common';
import type { accountChangeRpc, OutputOf, ParsedInputOf } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { ConfirmedSessions } from '../sessions/index.ts';
import { CheckPassword } from './check-password.ts';

/** With the password, the session counts as confirmed for a while. */
@Injectable()
export class ConfirmIdentity {
  constructor(
    private readonly uow: Uow,
    private readonly checkPassword: CheckPassword,
    private readonly confirmed: ConfirmedSessions,
  ) {}

  /** @throws AppError as `CheckPassword` */
  async execute(
    userId: string,
    { password, sessionId, origin }: ParsedInputOf<typeof accountChangeRpc.identityConfirm>,
    signal?: AbortSignal,
  ): Promise<OutputOf<typeof accountChangeRpc.identityConfirm>> {
    await this.checkPassword.execute(userId, { field: 'password', password, address: origin.address }, signal);
    const until = await this.uow.run(Scope.global(), (tx) => this.confirmed.confirm(tx, userId, sessionId));
    return { confirmedUntil: until.toISOString() };
  }
}
