import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { OutputOf, ParsedInputOf, secondStepRpc } from '@postloom/contracts';
import { Scope, Throttles, Uow } from '@postloom/persistence';
import type { ThrottleKey } from '@postloom/persistence';
import { Audit } from '../audit/index.ts';
import { Challenges } from '../challenges/index.ts';
import { CredentialsRepository } from '../credentials/index.ts';
import type { SignInRow } from '../credentials/index.ts';
import { metrics } from '../metrics.ts';
import { Passkeys } from '../passkeys/index.ts';
import type { CheckedPasskey } from '../passkeys/index.ts';
import { SecondSteps } from '../second-step/index.ts';
import { OpenSession } from '../sessions/index.ts';
import type { SignInWay } from '../sessions/index.ts';
import { throttleKey } from '../throttle-keys.ts';
import { toUser } from '../users/index.ts';
import { accountOf } from './account-of.ts';

type Input = ParsedInputOf<typeof secondStepRpc.signInFinish>;

/** The second step of a sign-in whose password was right: a code of the app, a recovery code, or a passkey of this person. */
@Injectable()
export class FinishSignIn {
  constructor(
    private readonly uow: Uow,
    private readonly challenges: Challenges,
    private readonly credentials: CredentialsRepository,
    private readonly throttles: Throttles,
    private readonly secondSteps: SecondSteps,
    private readonly passkeys: Passkeys,
    private readonly openSession: OpenSession,
    private readonly audit: Audit,
  ) {}

  /** @throws AppError `invalid_state` (the sign-in begins anew), `invalid_code`, `invalid_passkey`, `rate_limited` */
  async execute(input: Input): Promise<OutputOf<typeof secondStepRpc.signInFinish>> {
    const { challengeToken, answer, origin, replaces } = input;
    const { account, passkeyChallenge, keys } = await this.begin(challengeToken, origin.address);
    const { user_id: userId, email } = account;
    try {
      const passkey = answer.passkey ? await this.checked(answer.passkey, passkeyChallenge, userId) : null;
      const session = await this.uow.run(Scope.global(), async (tx) => {
        await this.challenges.use(tx, challengeToken);
        let way: SignInWay = 'passkey';
        if (passkey) {
          await this.passkeys.use(tx, passkey);
        } else {
          way = await this.secondSteps.use(tx, userId, answer.code ?? '');
        }
        if (way === 'recovery-code') {
          await this.audit.note(tx, userId, { act: 'recovery_code_used', userAgent: origin.userAgent });
        }
        await this.throttles.giveBack(tx, keys);
        return this.openSession.execute(tx, { id: userId, email }, origin, way, replaces);
      });
      metrics.signIns.add(1, { outcome: 'ok' });
      return { user: toUser(account), ...session };
    } catch (error) {
      if (error instanceof AppError && (error.code === 'invalid_code' || error.code === 'invalid_passkey')) {
        metrics.signIns.add(1, { outcome: 'refused' });
        await this.uow.run(Scope.global(), (tx) =>
          this.audit.noteFailedSignIn(tx, email, 'second-step', origin.userAgent),
        );
      }
      throw error;
    }
  }

  /** Charges the throttles and one of the challenge's tries before anything is checked: parallel guesses cannot pass together. */
  private begin(
    challengeToken: string,
    address: string,
  ): Promise<{ account: SignInRow; passkeyChallenge: string | null; keys: ThrottleKey[] }> {
    return this.uow.run(Scope.global(), async (tx) => {
      const challenge = await this.challenges.tryOnce(tx, 'second_step', challengeToken);
      const account = challenge.user_id && (await accountOf(tx, this.credentials, challenge.user_id, address));
      if (!account) {
        throw new AppError('invalid_state');
      }
      const keys = [throttleKey('limitSecondStepPair', account.user_id, address)];
      if (!account.is_known_address) {
        keys.push(throttleKey('limitSecondStepAccount', account.user_id));
      }
      await this.throttles.take(tx, keys);
      return { account, passkeyChallenge: challenge.passkey_challenge, keys };
    });
  }

  /** @throws AppError `invalid_passkey`, also for a passkey of somebody else */
  private async checked(
    answer: NonNullable<Input['answer']['passkey']>,
    passkeyChallenge: string | null,
    userId: string,
  ): Promise<CheckedPasskey> {
    const found = await this.uow.run(Scope.global(), (tx) => this.passkeys.find(tx, answer), { readOnly: true });
    return this.passkeys.check(answer, passkeyChallenge, found?.userId === userId ? found : null);
  }
}
