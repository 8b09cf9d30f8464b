import { Injectable } from '@nestjs/common';
import { AppError, replacementEvents } from '@postloom/contracts';
import type { ParsedInputOf, replacementRpc } from '@postloom/contracts';
import { Random } from '@postloom/chassis';
import type { RpcContext } from '@postloom/messaging';
import { Idempotency, Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import { ReplacedAccountsRepository } from '../facts/index.ts';
import { ReplacementsRepository } from './replacements.repository.ts';

type Input = ParsedInputOf<typeof replacementRpc.replacementDecide>;

const messages = {
  moved: 'These posts already go from another account.',
  otherAccount: 'Another account is connected by now. Reload to see which.',
};

/**
 * POST /api/social-accounts/replacements: a person decides once for all posts and schedules that wait for an account. From the
 * commit on the dispatcher hands due posts over to the account decided on; the worker moves the others.
 */
@Injectable()
export class DecideReplacement {
  constructor(
    private readonly uow: Uow,
    private readonly idempotency: Idempotency,
    private readonly replacements: ReplacementsRepository,
    private readonly decisions: ReplacedAccountsRepository,
    private readonly random: Random,
  ) {}

  /** @throws AppError not_found (no such accounts), conflict, forbidden, no_business, idempotency_mismatch */
  execute(input: Input, context: RpcContext): Promise<{ success: true }> {
    const { businessId, userId } = writerOf(context);
    return this.uow.run(Scope.business(businessId), (tx) =>
      this.idempotency.run(tx, context, 'replacement.decide', input, () => this.decide(tx, businessId, userId, input)),
    );
  }

  private async decide(
    tx: Tx,
    businessId: string,
    userId: string | null,
    { fromAccountId, toAccountId, decision }: Input,
  ): Promise<{ success: true }> {
    // The account decided about is locked: two persons who decide at once do so one after the other.
    const from = await this.replacements.lockAccount(tx, businessId, fromAccountId);
    const to = await this.replacements.lockAccount(tx, businessId, toAccountId);
    if (from === null || to === null || from.platform !== to.platform || fromAccountId === toAccountId) {
      throw new AppError('not_found');
    }
    const before = await this.decisions.inForce(tx, businessId, fromAccountId);
    if (before?.decision === 'move') {
      if (decision === 'move' && before.toAccountId === toAccountId) {
        return { success: true };
      }
      throw new AppError('conflict', messages.moved);
    }
    if (from.state !== 'removed' || to.state !== 'connected') {
      throw new AppError('conflict', messages.otherAccount);
    }
    const { platform, version: fromVersion } = from;
    await this.decisions.decide(tx, {
      ...{ id: this.random.uuidv7(), businessId, platform, fromAccountId, fromVersion, toAccountId, decision },
      decidedBy: userId,
    });
    if (decision === 'move') {
      await this.replacements.releaseSchedules(tx, businessId, fromAccountId, platform);
    }
    await tx.emit(replacementEvents.replacementChanged, {
      ...{ businessId, entityId: fromAccountId, version: fromVersion },
      data: { platform, fromAccountId },
    });
    return { success: true };
  }
}
