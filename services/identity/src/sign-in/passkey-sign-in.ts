import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { OutputOf, ParsedInputOf, secondStepRpc } from '@postloom/contracts';
import { Scope, Throttles, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { Audit } from '../audit/index.ts';
import { Challenges } from '../challenges/index.ts';
import { CredentialsRepository } from '../credentials/index.ts';
import { metrics } from '../metrics.ts';
import { Passkeys } from '../passkeys/index.ts';
import type { CheckedPasskey, StoredPasskey } from '../passkeys/index.ts';
import { OpenSession } from '../sessions/index.ts';
import { throttleKey } from '../throttle-keys.ts';
import { toUser } from '../users/index.ts';
import { accountOf } from './account-of.ts';

type Input = ParsedInputOf<typeof secondStepRpc.passkeySignIn>;

/** Sign-in by a passkey alone: the device has checked its person, so there is no password and no second step. */
@Injectable()
export class PasskeySignIn {
  constructor(
    private readonly uow: Uow,
    private readonly throttles: Throttles,
    private readonly challenges: Challenges,
    private readonly passkeys: Passkeys,
    private readonly credentials: CredentialsRepository,
    private readonly openSession: OpenSession,
    private readonly audit: Audit,
  ) {}

  /** @throws AppError `rate_limited` for the address */
  async start(address: string): Promise<OutputOf<typeof secondStepRpc.passkeySignInStart>> {
    const { options, challenge } = await this.passkeys.ask();
    const opened = await this.uow.run(Scope.global(), async (tx) => {
      await this.throttles.take(tx, [throttleKey('limitPasskeySignIn', address)]);
      return this.challenges.openPasskeySignIn(tx, challenge);
    });
    return { options, ...opened };
  }

  /** @throws AppError `invalid_state` (another browser's, answered, or too old), `invalid_passkey` */
  async finish(input: Input): Promise<OutputOf<typeof secondStepRpc.passkeySignIn>> {
    const { challenge, found } = await this.uow.run(Scope.global(), async (tx) => ({
      challenge: await this.challenges.tryOnce(tx, 'passkey_sign_in', input.challengeToken),
      found: await this.passkeys.find(tx, input.passkey),
    }));
    try {
      const checked = await this.passkeys.check(input.passkey, challenge.passkey_challenge, found);
      const signed = await this.uow.run(Scope.global(), (tx) => this.signIn(tx, checked, input));
      metrics.signIns.add(1, { outcome: 'ok' });
      return signed;
    } catch (error) {
      if (error instanceof AppError && error.code === 'invalid_passkey') {
        metrics.signIns.add(1, { outcome: 'refused' });
        await this.noteRefused(found, input.origin.userAgent);
      }
      throw error;
    }
  }

  private async signIn(tx: Tx, checked: CheckedPasskey, { challengeToken, origin, replaces }: Input) {
    await this.challenges.use(tx, challengeToken);
    await this.passkeys.use(tx, checked);
    const { userId } = checked.passkey;
    const account = await accountOf(tx, this.credentials, userId, origin.address);
    if (!account) {
      throw new AppError('invalid_passkey');
    }
    const { email } = account;
    const session = await this.openSession.execute(tx, { id: userId, email }, origin, 'passkey', replaces);
    return { user: toUser(account), ...session };
  }

  /** In the log of the passkey's owner. Whoever names a passkey that is nobody's reaches no log. */
  private async noteRefused(found: StoredPasskey | null, userAgent: string): Promise<void> {
    if (found === null) {
      return;
    }
    await this.uow.run(Scope.global(), async (tx) => {
      const person = await this.credentials.find(tx, found.userId);
      if (person) {
        await this.audit.noteFailedSignIn(tx, person.email, 'passkey', userAgent);
      }
    });
  }
}
