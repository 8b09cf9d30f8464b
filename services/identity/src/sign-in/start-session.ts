import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { identityRpc, OutputOf, ParsedInputOf } from '@postloom/contracts';
import { Scope, Throttles, Uow } from '@postloom/persistence';
import type { ThrottleKey } from '@postloom/persistence';
import { Audit } from '../audit/index.ts';
import { CredentialsRepository, PasswordHasher } from '../credentials/index.ts';
import { metrics } from '../metrics.ts';
import { throttleKey } from '../throttle-keys.ts';
import { toUser } from '../users/index.ts';
import { addressHash, OpenSession } from '../sessions/index.ts';
import { Challenges } from '../challenges/index.ts';
import { SecondSteps } from '../second-step/index.ts';

/**
 * Sign-in with email and password. Unknown and known accounts take the same path and the same time; only failures count against the
 * throttles (they are charged before the check, so that parallel guesses cannot pass together, and refunded on success). Where a second
 * step is on, the right password opens no session: the answer names a challenge that `FinishSignIn` completes.
 */
@Injectable()
export class StartSession {
  constructor(
    private readonly uow: Uow,
    private readonly credentials: CredentialsRepository,
    private readonly hasher: PasswordHasher,
    private readonly throttles: Throttles,
    private readonly openSession: OpenSession,
    private readonly secondSteps: SecondSteps,
    private readonly challenges: Challenges,
    private readonly audit: Audit,
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
      await this.uow.run(Scope.global(), (tx) => this.audit.noteFailedSignIn(tx, email, 'password', origin.userAgent));
      throw new AppError('invalid_credentials');
    }
    const person = { id: account.user_id, email };
    const answer = await this.uow.run(Scope.global(), async (tx) => {
      await this.throttles.giveBack(tx, keys);
      if (await this.secondSteps.isOn(tx, person.id)) {
        return this.challenges.openSecondStep(tx, person.id);
      }
      const session = await this.openSession.execute(tx, person, origin, 'password', input.replaces);
      return { user: toUser(account), ...session };
    });
    metrics.signIns.add(1, { outcome: 'user' in answer ? 'ok' : 'second_step' });
    return answer;
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
