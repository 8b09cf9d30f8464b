import { Injectable } from '@nestjs/common';
import type { accountChangeRpc, OutputOf } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { Audit } from '../audit/index.ts';
import { OneUseTokens } from '../one-use-tokens/index.ts';
import { RevokeAllSessions } from '../sessions/index.ts';
import { emitUserChanged } from '../users/index.ts';
import { AddressesRepository } from './addresses.repository.ts';
import { CloseWays } from './close-ways.ts';

/** Before the mail with the link: it is tried for about a day. */
const LATELY_MS = 24 * 3_600_000;

/**
 * 'It was not me': whoever holds this link reads the mailbox that the account had before the change it tells of. Every session ends, the
 * password no longer works, the address is taken back if it was changed, ways to sign in that were set up lately are gone, and the answer
 * lets them choose a new password at once. Older ways stay: who reads the mailbox alone gets around no second step.
 */
@Injectable()
export class SecureAccount {
  constructor(
    private readonly uow: Uow,
    private readonly tokens: OneUseTokens,
    private readonly addresses: AddressesRepository,
    private readonly closeWays: CloseWays,
    private readonly revokeAllSessions: RevokeAllSessions,
    private readonly audit: Audit,
  ) {}

  /** @throws AppError `invalid_token`, `token_expired` */
  execute(token: string): Promise<OutputOf<typeof accountChangeRpc.accountSecure>> {
    return this.uow.run(Scope.global(), async (tx) => {
      const { user_id: userId, email, created_at: sentAt } = await this.tokens.use(tx, 'secure_account', token);
      const current = await this.addresses.lock(tx, userId);
      // Not taken back if somebody else signed up with it since: the link to a new password works all the same.
      const version = current === email ? null : await this.addresses.change(tx, userId, email);
      await this.closeWays.execute(tx, userId, new Date(sentAt.getTime() - LATELY_MS));
      await this.revokeAllSessions.execute(tx, userId);
      await this.audit.note(tx, userId, { act: 'account_secured' });
      if (version !== null) {
        await emitUserChanged(tx, userId, version);
      }
      const reset = await this.tokens.issue(tx, 'reset_password', { id: userId, email });
      return { resetToken: reset.token };
    });
  }
}
