import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { identityRpc, OutputOf, ParsedInputOf } from '@postloom/contracts';
import { Scope, Throttles, Uow } from '@postloom/persistence';
import type { ThrottleKey } from '@postloom/persistence';
import { CredentialsRepository, PasswordHasher } from '../credentials/index.ts';
import { metrics } from '../metrics.ts';
import { throttleKey } from '../throttle-keys.ts';
import { toUser } from '../users/index.ts';
import { OpenSession } from './open-session.ts';
import { addressHash } from './sessions.repository.ts';

/**
 * Sign-in with email and password. Unknown and known accounts take the same path and the same time; only failures count against the
 * throttles (they are charged before the check, so that parallel guesses cannot pass together, and refunded on success).
 */
@Injectable()
export class StartSession {
  constructor(
    private readonly uow: Uow,
    private readonly credentials: CredentialsRepository,
    private readonly hasher: PasswordHasher,
    private readonly throttles: Throttles,
    private readonly openSession: OpenSession,
  ) {}

  /** @throws AppError `invalid_credentials`, `rate_limited`, `unavailable` (too many sign-ins at once) */
  async execute(
    input: ParsedInputOf<typeof identityRpc.sessionStart>,
    signal?: AbortSignal,
  ): Promise<OutputOf<typeof identityRpc.sessionStart>> {
    const { email, password, origin } = input;
    this.hasher.refuseWhenBusy();
    const { account, keys } = await this.uow.run(Scope.global(), async (tx) => {
      const found = await this.credentials.findForSignIn(tx, email, addressHash(email, origin.address));
      const throttleKeys = signInKeys(email, origin.address, found?.is_known_address ?? false);
      await this.throttles.take(tx, throttleKeys);
      return { account: found, keys: throttleKeys };
    });
    const isRight = await this.hasher.verify(account?.password_hash ?? null, password, signal);
    if (!account || !isRight) {
      metrics.signIns.add(1, { outcome: 'refused' });
      throw new AppError('invalid_credentials');
    }
    const session = await this.uow.run(Scope.global(), async (tx) => {
      await this.throttles.giveBack(tx, keys);
      return this.openSession.execute(tx, { id: account.user_id, email }, origin, input.replaces);
    });
    metrics.signIns.add(1, { outcome: 'ok' });
    return { user: toUser(account), ...session };
  }
}

/**
 * Guesses are counted per account and address, per address, and per account over all addresses. The last one does not apply to an address
 * that the person has signed in from before, so that nobody locks the owner out by guessing from elsewhere.
 */
function signInKeys(email: string, address: string, isKnownAddress: boolean): ThrottleKey[] {
  const keys: ThrottleKey[] = [
    throttleKey('limitSignInPair', email, address),
    throttleKey('limitSignInAddress', address),
  ];
  return isKnownAddress ? keys : [...keys, throttleKey('limitSignInAccount', email)];
}
