import { Injectable } from '@nestjs/common';
import { Random } from '@postloom/chassis';
import type { deletionRpc, OutputOf, ParsedInputOf } from '@postloom/contracts';
import { Scope, Throttles, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { Audit } from '../audit/index.ts';
import { tokenHash } from '../credentials/index.ts';
import { MailQueue } from '../mail/index.ts';
import { metrics } from '../metrics.ts';
import { ConfirmedSessions } from '../sessions/index.ts';
import { throttleKey } from '../throttle-keys.ts';
import { DeletionsRepository } from './deletions.repository.ts';
import { StartDeletion } from './start-deletion.ts';

/** 128 bits: whoever has a code was given it. */
const CODE_BYTES = 16;

/**
 * Somebody asks for the deletion of everything about an address. That changes nothing for its owner, who is sent a link, at most once a
 * day; an unknown address gets the same answer by the same statements. Only a person who asks for their own address, in a session in which
 * they have just shown who they are, is deleted at once.
 */
@Injectable()
export class RequestDeletion {
  constructor(
    private readonly uow: Uow,
    private readonly random: Random,
    private readonly throttles: Throttles,
    private readonly mails: MailQueue,
    private readonly deletions: DeletionsRepository,
    private readonly confirmed: ConfirmedSessions,
    private readonly startDeletion: StartDeletion,
    private readonly audit: Audit,
  ) {}

  /** @throws AppError `rate_limited` for the requesting network address; the limit of mails is applied silently */
  async execute({
    email,
    origin,
    sessionToken,
  }: ParsedInputOf<typeof deletionRpc.deletionRequest>): Promise<OutputOf<typeof deletionRpc.deletionRequest>> {
    const confirmationCode = this.random.token(CODE_BYTES);
    const state = await this.uow.run(Scope.global(), async (tx) => {
      const mayMail = await this.throttles.tryTake(tx, throttleKey('limitDeletionMail', email));
      await this.throttles.take(tx, [throttleKey('limitDeletionRequest', origin.address)], 'requests');
      await this.deletions.addCode(tx, tokenHash(confirmationCode), email);
      if (await this.startOwn(tx, email, sessionToken)) {
        return 'verified' as const;
      }
      if (mayMail) {
        await this.mails.addForAddress(tx, email, 'delete_account');
        // With the mail, and as rarely: a stranger who asks fills nobody's log.
        await this.audit.noteForAddress(tx, email, { act: 'deletion_asked', userAgent: origin.userAgent });
      }
      return 'pending' as const;
    });
    metrics.deletionRequests.add(1, { state });
    return { success: true, confirmationCode, state };
  }

  /** Starts the deletion when the session that asks is a confirmed one of the person with this address. False: nothing was started. */
  private async startOwn(tx: Tx, email: string, sessionToken: string | null): Promise<boolean> {
    if (sessionToken === null) {
      return false;
    }
    const userId = await this.confirmed.personOf(tx, sessionToken);
    return userId !== null && (await this.startDeletion.execute(tx, userId, email, null));
  }
}
