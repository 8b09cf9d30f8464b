import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { OutputOf, secondStepRpc } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { Challenges } from '../challenges/index.ts';
import { Passkeys } from '../passkeys/index.ts';

/** What a person may answer whose password was right. */
@Injectable()
export class SignInWays {
  constructor(
    private readonly uow: Uow,
    private readonly challenges: Challenges,
    private readonly passkeys: Passkeys,
  ) {}

  /** @throws AppError `invalid_state` */
  async ways(challengeToken: string): Promise<OutputOf<typeof secondStepRpc.signInWays>> {
    const { known, expiresAt } = await this.look(challengeToken);
    return { ways: known.length > 0 ? ['code', 'passkey'] : ['code'], expiresAt: expiresAt.toISOString() };
  }

  /** What the person's passkeys have to sign. @throws AppError `invalid_state` */
  async askPasskey(challengeToken: string): Promise<OutputOf<typeof secondStepRpc.signInAskPasskey>> {
    const { known } = await this.look(challengeToken);
    if (known.length === 0) {
      throw new AppError('invalid_state'); // it would mean any passkey
    }
    const { options, challenge } = await this.passkeys.ask(known);
    await this.uow.run(Scope.global(), (tx) => this.challenges.askPasskey(tx, challengeToken, challenge));
    return { options };
  }

  private look(challengeToken: string) {
    return this.uow.run(
      Scope.global(),
      async (tx) => {
        const challenge = await this.challenges.look(tx, 'second_step', challengeToken);
        const known = challenge.user_id === null ? [] : await this.passkeys.known(tx, challenge.user_id);
        return { known, expiresAt: challenge.expires_at };
      },
      { readOnly: true },
    );
  }
}
