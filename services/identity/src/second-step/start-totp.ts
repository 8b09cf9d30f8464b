import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { OutputOf, secondStepRpc } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { CredentialsRepository } from '../credentials/index.ts';
import { ConfirmedSessions } from '../sessions/index.ts';
import { loadTotp } from './load-totp.ts';
import { SecondStepsRepository } from './second-steps.repository.ts';
import { TotpVault } from './totp-vault.ts';

/** A new secret for the person's app. It counts for nothing until a code of it was given: nobody locks themselves out half-way. */
@Injectable()
export class StartTotp {
  constructor(
    private readonly uow: Uow,
    private readonly confirmed: ConfirmedSessions,
    private readonly credentials: CredentialsRepository,
    private readonly vault: TotpVault,
    private readonly repository: SecondStepsRepository,
  ) {}

  /** @throws AppError `confirmation_required`, `conflict` (it is on), `not_found` (the installation has no keys) */
  async execute(userId: string, sessionId: string): Promise<OutputOf<typeof secondStepRpc.totpStart>> {
    const { generateSecret, generateURI } = await loadTotp();
    return this.uow.run(Scope.global(), async (tx) => {
      await this.confirmed.require(tx, userId, sessionId);
      const person = await this.credentials.find(tx, userId);
      if (!person || this.vault.currentKid === null) {
        throw new AppError('not_found');
      }
      const secret = generateSecret();
      if (!(await this.repository.putPending(tx, userId, this.vault.seal(userId, secret)))) {
        throw new AppError('conflict', 'Two-step sign-in is already on.');
      }
      return { secret, uri: generateURI({ issuer: 'Postloom', label: person.email, secret }) };
    });
  }
}
