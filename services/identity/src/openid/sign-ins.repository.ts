import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';
import { PENDING_MINUTES } from './browser-secrets.ts';

export interface PendingSignIn {
  /** Of the secret in the browser's cookie. */
  readonly browser_hash: Buffer;
  readonly return_to: string;
}

@Injectable()
export class SignInsRepository {
  async insert(tx: Tx, signIn: { stateHash: Buffer; browserHash: Buffer; returnTo: string }): Promise<void> {
    await tx.execute(
      `INSERT INTO openid_sign_ins (state_hash, browser_hash, return_to, expires_at)
       VALUES ($1, $2, $3, now() + make_interval(mins => $4))`,
      [signIn.stateHash, signIn.browserHash, signIn.returnTo, PENDING_MINUTES],
    );
  }

  /**
   * Uses the state up, once, for a browser that holds its secret. Null: unknown, used, expired, or another browser's, without saying which;
   * a stranger's attempt does not use it up.
   */
  async redeem(tx: Tx, stateHash: Buffer, browserHashes: readonly Buffer[]): Promise<PendingSignIn | null> {
    const [row] = await tx.query<PendingSignIn>(
      `DELETE FROM openid_sign_ins WHERE state_hash = $1 AND browser_hash = ANY ($2::bytea[]) AND expires_at > now()
       RETURNING browser_hash, return_to`,
      [stateHash, browserHashes],
    );
    return row ?? null;
  }

  /** Keeps what the provider wants to see again at sign-out. Null: too long for an address, the session is the provider's all the same. */
  async keepIdToken(tx: Tx, sessionHash: Buffer, idToken: string | null): Promise<void> {
    await tx.execute('INSERT INTO openid_sessions (token_hash, id_token) VALUES ($1, $2)', [sessionHash, idToken]);
  }

  /** Null: the session did not begin at the provider, or has ended already. */
  async takeIdToken(tx: Tx, sessionHash: Buffer): Promise<{ readonly id_token: string | null } | null> {
    const [row] = await tx.query<{ id_token: string | null }>(
      'DELETE FROM openid_sessions WHERE token_hash = $1 RETURNING id_token',
      [sessionHash],
    );
    return row ?? null;
  }
}
