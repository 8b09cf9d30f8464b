import { Injectable } from '@nestjs/common';
import { Random } from '@postloom/chassis';
import { AppError, DELETION_LINK_HOURS } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { TOKEN_BYTES, tokenHash } from '../credentials/index.ts';
import { OneUseTokensRepository } from './one-use-tokens.repository.ts';
import type { OneUseTokenRow, TokenPurpose } from './one-use-tokens.repository.ts';

/** How long a link works, in hours. */
export const linkHours: Readonly<Record<TokenPurpose, number>> = {
  verify_email: 72,
  reset_password: 1,
  delete_account: DELETION_LINK_HOURS,
  connect_sign_in: 24,
  change_email: 24,
  // Whoever was robbed of an account may not read their mail for days.
  secure_account: 168,
};

/** The secrets of mailed links: stored as hashes, valid for one use and a limited time. */
@Injectable()
export class OneUseTokens {
  constructor(
    private readonly random: Random,
    private readonly repository: OneUseTokensRepository,
  ) {}

  async issue(
    tx: Tx,
    purpose: TokenPurpose,
    person: { id: string; email: string },
  ): Promise<{ token: string; expiresAt: Date }> {
    const token = this.random.token(TOKEN_BYTES);
    const expiresAt = await this.repository.insert(tx, {
      hash: tokenHash(token),
      userId: person.id,
      purpose,
      email: person.email,
      hours: linkHours[purpose],
    });
    return { token, expiresAt };
  }

  /** @throws AppError `invalid_token` (never issued), `token_expired` (used or too old) */
  async look(tx: Tx, purpose: TokenPurpose, token: string): Promise<OneUseTokenRow> {
    const found = await this.repository.find(tx, tokenHash(token), purpose);
    if (!found) {
      throw new AppError('invalid_token');
    }
    if (!found.is_usable) {
      throw new AppError('token_expired');
    }
    return found;
  }

  /** Consumes the link and every other one of its kind. @throws as `look`; of two concurrent calls one gets `token_expired` */
  async use(tx: Tx, purpose: TokenPurpose, token: string): Promise<OneUseTokenRow> {
    const found = await this.look(tx, purpose, token);
    if (!(await this.repository.consume(tx, tokenHash(token)))) {
      throw new AppError('token_expired');
    }
    await this.repository.consumeOthers(tx, found.user_id, purpose);
    return found;
  }

  /** No link of this kind that was issued to the person works any longer. */
  async withdraw(tx: Tx, purpose: TokenPurpose, userId: string): Promise<void> {
    await this.repository.consumeOthers(tx, userId, purpose);
  }
}
