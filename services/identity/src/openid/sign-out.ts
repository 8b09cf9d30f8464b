import { Injectable } from '@nestjs/common';
import type { identityRpc, OutputOf } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { tokenHash } from '../credentials/index.ts';
import { EndSession } from '../sessions/index.ts';
import { OpenidProvider } from './provider.ts';
import { SignInsRepository } from './sign-ins.repository.ts';

/** Ends the session; one that began at the provider is signed out there as well, by way of the browser. */
@Injectable()
export class SignOut {
  constructor(
    private readonly uow: Uow,
    private readonly endSession: EndSession,
    private readonly signIns: SignInsRepository,
    private readonly provider: OpenidProvider,
  ) {}

  async execute(sessionToken: string): Promise<OutputOf<typeof identityRpc.sessionEnd>> {
    const begun = await this.uow.run(Scope.global(), async (tx) => {
      await this.endSession.execute(tx, sessionToken);
      return this.signIns.takeIdToken(tx, tokenHash(sessionToken));
    });
    if (begun === null || !this.provider.isSetUp) {
      return { success: true };
    }
    const leaveAt = await this.provider.leaveUrl(begun.id_token);
    return { success: true, ...(leaveAt !== undefined && { leaveAt }) };
  }
}
