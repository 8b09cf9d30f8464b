import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { tokenHash } from '../credentials/index.ts';
import { OneUseTokens } from '../one-use-tokens/index.ts';
import { DeletionsRepository } from './deletions.repository.ts';
import { StartDeletion } from './start-deletion.ts';

/** The holder of the mailed link can read the mailbox, so the deletion is theirs to order. */
@Injectable()
export class ConfirmDeletion {
  constructor(
    private readonly uow: Uow,
    private readonly tokens: OneUseTokens,
    private readonly deletions: DeletionsRepository,
    private readonly startDeletion: StartDeletion,
  ) {}

  /** @throws AppError `invalid_token`, `token_expired` (also when the person has another address by now) */
  async execute(token: string): Promise<{ success: true }> {
    await this.uow.run(Scope.global(), async (tx) => {
      const linkHash = tokenHash(token);
      // The link itself went with its person.
      if (await this.deletions.isUsedLink(tx, linkHash)) {
        throw new AppError('token_expired');
      }
      const used = await this.tokens.use(tx, 'delete_account', token);
      if (!(await this.startDeletion.execute(tx, used.user_id, used.email, linkHash))) {
        throw new AppError('token_expired');
      }
    });
    return { success: true };
  }
}
