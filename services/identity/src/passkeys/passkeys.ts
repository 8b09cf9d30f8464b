import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { Passkey, PasskeyAnswer } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { PasskeysRepository } from './passkeys.repository.ts';
import type { StoredPasskey } from './passkeys.repository.ts';
import { userHandle, WebAuthn } from './web-authn.ts';
import type { Ask } from './web-authn.ts';

/** A passkey's answer that fits its signature; it counts once `use` has recorded it. */
export interface CheckedPasskey {
  readonly passkey: StoredPasskey;
  readonly counter: number;
  readonly isSynced: boolean;
}

/** Signing in with passkeys: what to ask for, and whose an answer is. */
@Injectable()
export class Passkeys {
  constructor(
    private readonly webAuthn: WebAuthn,
    private readonly repository: PasskeysRepository,
  ) {}

  list(tx: Tx, userId: string): Promise<Passkey[]> {
    return this.repository.list(tx, userId);
  }

  known(tx: Tx, userId: string): Promise<StoredPasskey[]> {
    return this.repository.known(tx, userId);
  }

  find(tx: Tx, answer: PasskeyAnswer): Promise<StoredPasskey | null> {
    return this.repository.find(tx, Buffer.from(answer.id, 'base64url'));
  }

  /** Without a list: whichever passkey of ours the device has. */
  ask(allow?: readonly StoredPasskey[]): Promise<Ask> {
    return this.webAuthn.askFor(allow);
  }

  /** Outside of any transaction: it computes. @throws AppError `invalid_passkey` */
  async check(answer: PasskeyAnswer, challenge: string | null, passkey: StoredPasskey | null): Promise<CheckedPasskey> {
    const handle = answer.response.userHandle;
    const isAnothers =
      passkey !== null && handle != null && handle !== Buffer.from(userHandle(passkey.userId)).toString('base64url');
    if (passkey === null || challenge === null || isAnothers) {
      throw new AppError('invalid_passkey');
    }
    return { passkey, ...(await this.webAuthn.check(answer, challenge, passkey)) };
  }

  /** @throws AppError `invalid_passkey` when the same or a later answer of this passkey has been used */
  async use(tx: Tx, { passkey, counter, isSynced }: CheckedPasskey): Promise<void> {
    if (!(await this.repository.markUsed(tx, passkey.id, counter, isSynced))) {
      throw new AppError('invalid_passkey');
    }
  }

  /** What somebody may have made who was in the account. */
  async removeSince(tx: Tx, userId: string, since: Date): Promise<void> {
    await this.repository.removeSince(tx, userId, since);
  }
}
