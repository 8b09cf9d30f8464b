import { Injectable } from '@nestjs/common';
import { Scope, Uow } from '@postloom/persistence';
import { Audit } from '../audit/index.ts';
import { RevokeAllSessions } from './revoke-all-sessions.ts';

/** What a person asks for who left a device signed in somewhere. */
@Injectable()
export class SignOutEverywhere {
  constructor(
    private readonly uow: Uow,
    private readonly revokeAllSessions: RevokeAllSessions,
    private readonly audit: Audit,
  ) {}

  async execute(userId: string, exceptSessionId: string | null): Promise<{ success: true }> {
    await this.uow.run(Scope.global(), async (tx) => {
      await this.revokeAllSessions.execute(tx, userId, exceptSessionId);
      await this.audit.note(tx, userId, { act: 'signed_out_everywhere' });
    });
    return { success: true };
  }
}
