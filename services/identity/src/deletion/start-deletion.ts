import { Injectable } from '@nestjs/common';
import { Random } from '@postloom/chassis';
import type { Tx } from '@postloom/persistence';
import { RevokeAllSessions } from '../sessions/index.ts';
import { DeletionWorker } from './deletion.worker.ts';
import { DeletionsRepository } from './deletions.repository.ts';

/**
 * The confirmed deletion of a person, in the caller's transaction: from its commit on nobody is signed in or can sign in, the address
 * belongs to nobody, and the work of erasing everything waits for `DeletionWorker`, which cannot be stopped any more.
 */
@Injectable()
export class StartDeletion {
  constructor(
    private readonly random: Random,
    private readonly deletions: DeletionsRepository,
    private readonly revokeAllSessions: RevokeAllSessions,
    private readonly worker: DeletionWorker,
  ) {}

  /** `linkHash`: of the mailed link that confirms it. False when there is nobody with this id and address any more. */
  async execute(tx: Tx, userId: string, email: string, linkHash: Buffer | null): Promise<boolean> {
    if (!(await this.deletions.lockPerson(tx, userId, email))) {
      return false;
    }
    const id = this.random.uuidv7();
    await this.deletions.insert(tx, { id, userId, email, linkHash });
    await this.revokeAllSessions.execute(tx, userId);
    await this.deletions.closeAccount(tx, userId);
    tx.afterCommit(() => this.worker.wake());
    return true;
  }
}
