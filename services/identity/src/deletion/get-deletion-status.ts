import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { DeletionStatus } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { tokenHash } from '../credentials/index.ts';
import { DeletionsRepository } from './deletions.repository.ts';

/**
 * How far a deletion is. A request for an unknown address looks like one that nobody confirms: pending, then expired. Only the holder of
 * the mailbox moves it on, so a code tells no more than that person's own act.
 */
@Injectable()
export class GetDeletionStatus {
  constructor(
    private readonly uow: Uow,
    private readonly deletions: DeletionsRepository,
  ) {}

  /** @throws AppError `not_found` for a code that was never given */
  async execute(code: string): Promise<DeletionStatus> {
    const row = await this.uow.run(Scope.global(), (tx) => this.deletions.findByCode(tx, tokenHash(code)), {
      readOnly: true,
    });
    if (row === null) {
      throw new AppError('not_found');
    }
    const unconfirmed = row.is_expired ? 'expired' : 'pending';
    return {
      about: 'person',
      state: row.state ?? unconfirmed,
      requestedAt: row.requested_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      verifiedAt: row.verified_at?.toISOString() ?? null,
      deletingAt: row.deleting_at?.toISOString() ?? null,
      completedAt: row.completed_at?.toISOString() ?? null,
    };
  }
}
