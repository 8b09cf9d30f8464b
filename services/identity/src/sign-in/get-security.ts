import { Injectable } from '@nestjs/common';
import type { SecurityState } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { CredentialsRepository } from '../credentials/index.ts';
import { Passkeys } from '../passkeys/index.ts';
import { SecondSteps } from '../second-step/index.ts';

/** The ways in which a person signs in, as Settings show them. */
@Injectable()
export class GetSecurity {
  constructor(
    private readonly uow: Uow,
    private readonly credentials: CredentialsRepository,
    private readonly secondSteps: SecondSteps,
    private readonly passkeys: Passkeys,
  ) {}

  execute(userId: string): Promise<SecurityState> {
    return this.uow.run(
      Scope.global(),
      async (tx) => ({
        hasPassword: (await this.credentials.find(tx, userId))?.password_hash != null,
        secondStep: await this.secondSteps.state(tx, userId),
        passkeys: await this.passkeys.list(tx, userId),
      }),
      { readOnly: true },
    );
  }
}
