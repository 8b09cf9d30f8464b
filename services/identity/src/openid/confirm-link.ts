import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { CloseWays } from '../account-changes/index.ts';
import { UsersRepository } from '../accounts/index.ts';
import { Audit } from '../audit/index.ts';
import { OneUseTokens } from '../one-use-tokens/index.ts';
import { RevokeAllSessions } from '../sessions/index.ts';
import { emitUserChanged } from '../users/index.ts';
import { LinksRepository } from './links.repository.ts';
import { OpenidProvider } from './provider.ts';

const EVER = new Date(0);

/**
 * Connects an account with a person of the provider, by the link that was mailed to the account's address. Starts no session: the person
 * signs in at the provider afterwards.
 */
@Injectable()
export class ConfirmLink {
  constructor(
    private readonly uow: Uow,
    private readonly provider: OpenidProvider,
    private readonly tokens: OneUseTokens,
    private readonly users: UsersRepository,
    private readonly links: LinksRepository,
    private readonly closeWays: CloseWays,
    private readonly revokeAllSessions: RevokeAllSessions,
    private readonly audit: Audit,
  ) {}

  /** @throws AppError `not_found` (no provider is set up), `invalid_token`, `token_expired` */
  async execute(token: string): Promise<{ success: true }> {
    if (!this.provider.isSetUp) {
      throw new AppError('not_found');
    }
    await this.uow.run(Scope.global(), (tx) => this.connect(tx, token));
    return { success: true };
  }

  private async connect(tx: Tx, token: string): Promise<void> {
    const { user_id: userId, email } = await this.tokens.use(tx, 'connect_sign_in', token);
    const asked = await this.links.takeRequest(tx, userId);
    const holder = await this.links.findHolder(tx, email);
    // The address has changed hands since the mail.
    if (asked === null || holder?.user_id !== userId) {
      throw new AppError('token_expired');
    }
    if (!(await this.users.isConfirmed(tx, userId))) {
      // Whatever else opened it may be somebody else's, who signed up with the address to wait for its owner.
      await this.links.removeAll(tx, userId);
      await this.closeWays.execute(tx, userId, EVER);
    }
    if (!(await this.links.insert(tx, userId, asked))) {
      throw new AppError('token_expired'); // the provider's person has got an account of their own meanwhile
    }
    const version = await this.users.confirmEmail(tx, userId, email);
    if (version !== null) {
      await emitUserChanged(tx, userId, version);
    }
    await this.revokeAllSessions.execute(tx, userId);
    await this.audit.note(tx, userId, { act: 'provider_connected', detail: new URL(asked.issuer).host });
  }
}
