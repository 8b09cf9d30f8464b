import { Injectable } from '@nestjs/common';
import { Scope, Uow } from '@postloom/persistence';
import { OneUseTokens } from '../one-use-tokens/index.ts';
import { emitUserChanged } from '../users/index.ts';
import { UsersRepository } from './users.repository.ts';

/** The holder of the link can read the mailbox, so the address is confirmed. */
@Injectable()
export class ConfirmEmail {
  constructor(
    private readonly uow: Uow,
    private readonly tokens: OneUseTokens,
    private readonly users: UsersRepository,
  ) {}

  /** @throws AppError `invalid_token`, `token_expired` */
  async execute(token: string): Promise<{ success: true }> {
    await this.uow.run(Scope.global(), async (tx) => {
      const used = await this.tokens.use(tx, 'verify_email', token);
      const version = await this.users.confirmEmail(tx, used.user_id, used.email);
      if (version !== null) {
        await emitUserChanged(tx, used.user_id, version);
      }
    });
    return { success: true };
  }
}
