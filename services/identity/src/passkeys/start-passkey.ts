import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { Challenges } from '../challenges/index.ts';
import { CredentialsRepository } from '../credentials/index.ts';
import { ConfirmedSessions } from '../sessions/index.ts';
import { PasskeysRepository } from './passkeys.repository.ts';
import { WebAuthn } from './web-authn.ts';

/** What the person's device is asked for when a passkey is made: good for this session, once, for minutes. */
@Injectable()
export class StartPasskey {
  constructor(
    private readonly uow: Uow,
    private readonly confirmed: ConfirmedSessions,
    private readonly credentials: CredentialsRepository,
    private readonly repository: PasskeysRepository,
    private readonly webAuthn: WebAuthn,
    private readonly challenges: Challenges,
  ) {}

  /** @throws AppError `confirmation_required` */
  async execute(userId: string, sessionId: string): Promise<{ options: Record<string, unknown> }> {
    const { email, known } = await this.uow.run(
      Scope.global(),
      async (tx) => {
        await this.confirmed.require(tx, userId, sessionId);
        const person = await this.credentials.find(tx, userId);
        if (!person) {
          throw new AppError('unauthorized');
        }
        return { email: person.email, known: await this.repository.known(tx, userId) };
      },
      { readOnly: true },
    );
    const { options, challenge } = await this.webAuthn.askForNew({ id: userId, email }, known);
    await this.uow.run(Scope.global(), (tx) => this.challenges.openPasskeyAdd(tx, userId, sessionId, challenge));
    return { options };
  }
}
