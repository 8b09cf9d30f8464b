import { Injectable } from '@nestjs/common';
import { deletionEvents, identityEvents } from '@postloom/contracts';
import {
  ErasureWorker,
  LeasedTableWorker,
  PersonErasureWorker,
  Scope,
  Tombstones,
  WorkerTools,
} from '@postloom/persistence';
import type { LeasedRow, Run, Tx } from '@postloom/persistence';
import { config } from '../config.ts';
import { isFinalRefusal, Mailer, mailText, nextTryInSeconds } from '../mail/index.ts';
import { metrics } from '../metrics.ts';
import { DeletionsRepository } from './deletions.repository.ts';
import type { DeletionState } from './deletions.repository.ts';

const TABLE = 'deletions';
/** Longer than the mailer's own limits. */
const LEASE_SECONDS = 60;
/** Businesses per transaction; each is one event. */
const BATCH = 20;
/** After this time the next person gets their turn. */
const LONGEST_RUN_MS = 20_000;
const SHOW_AGE_EVERY_MS = 15_000;

interface DeletionRow extends LeasedRow {
  readonly user_id: string | null;
  readonly email: string | null;
  readonly state: DeletionState;
  readonly verified_at: Date;
}

/**
 * Carries a confirmed deletion out: businesses batch by batch (each event stops its posts everywhere and starts its erasure), then the
 * person, then it waits for the receipts of all services, then the last mail goes out and the address with it. Every step is a transaction
 * fenced by the lease and may be repeated, so a process that dies anywhere only makes it later.
 */
@Injectable()
export class DeletionWorker extends LeasedTableWorker<DeletionRow> {
  constructor(
    tools: WorkerTools,
    private readonly deletions: DeletionsRepository,
    private readonly tombstones: Tombstones,
    private readonly erasure: ErasureWorker,
    private readonly personErasure: PersonErasureWorker,
    private readonly mailer: Mailer,
  ) {
    super(tools, {
      ...{ name: 'deletion', slots: 2, pollMs: 5_000 },
      ...{ table: TABLE, leaseSeconds: LEASE_SECONDS, scope: Scope.global() },
    });
  }

  override onModuleInit(): void {
    super.onModuleInit();
    const { loops, uow } = this.tools;
    loops.start({
      name: 'age of deletions',
      everyMs: SHOW_AGE_EVERY_MS,
      run: async () => {
        metrics.deletionOldestSeconds.set(
          await uow.run(Scope.global(), (tx) => this.deletions.oldestSeconds(tx), { readOnly: true }),
        );
      },
    });
  }

  protected override async work(row: DeletionRow, run: Run): Promise<void> {
    const { user_id: userId } = row;
    if (userId !== null && !(await this.erase({ ...row, user_id: userId }, run))) {
      return;
    }
    if (row.email !== null) {
      await this.sendLastMail(row, row.email);
    }
    await this.end(row);
  }

  /** True once the deletion is complete; otherwise the row is released and woken by the next receipt. */
  private async erase(row: DeletionRow & { user_id: string }, { signal, claimedAtMs }: Run): Promise<boolean> {
    const { clock, uow, leases } = this.tools;
    const { id, lease_epoch: epoch } = row;
    const person = { id, userId: row.user_id };
    await this.step(row, (tx) => this.deletions.begin(tx, id));
    let deleted = BATCH;
    while (deleted === BATCH) {
      if (signal.aborted || clock.monotonicMs() - claimedAtMs > LONGEST_RUN_MS) {
        await uow.run(Scope.global(), (tx) => leases.release(tx, TABLE, id, epoch, 'now'));
        return false;
      }
      deleted = await this.step(row, (tx) => this.deleteBusinesses(tx, person));
    }
    await this.step(row, (tx) => this.deletePerson(tx, person));
    const seconds = await this.step(row, (tx) => this.deletions.complete(tx, id, epoch));
    if (seconds === null) {
      await uow.run(Scope.global(), (tx) => leases.release(tx, TABLE, id, epoch, 'infinity'));
      return false;
    }
    metrics.deletionSeconds.observe(seconds);
    this.tools.logger.info('A person was deleted everywhere', { deletionId: id, seconds });
    return true;
  }

  /** A transaction of this claim only. @throws when the lease was lost; another process continues */
  private step<T>(row: DeletionRow, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.tools.uow.run(Scope.global(), async (tx) => {
      await this.extendLease(tx, row);
      return work(tx);
    });
  }

  private async deleteBusinesses(tx: Tx, person: { id: string; userId: string }): Promise<number> {
    const gone = await this.deletions.deleteBusinesses(tx, person, BATCH);
    for (const { id, version } of gone) {
      await this.tombstones.bury(tx, id, person.id);
      await tx.emit(identityEvents.businessDeleted, {
        ...{ businessId: id, entityId: id, version },
        data: { businessId: id, payerId: person.userId, erasureId: person.id },
      });
    }
    tx.afterCommit(() => this.erasure.wake());
    return gone.length;
  }

  private async deletePerson(tx: Tx, person: { id: string; userId: string }): Promise<void> {
    const gone = await this.deletions.deletePerson(tx, person);
    if (gone === null) {
      return; // by an earlier run
    }
    const facts = { erasureId: person.id, userId: person.userId, businesses: gone.businesses };
    await this.tombstones.buryPerson(tx, facts);
    await tx.emit(deletionEvents.userDeleted, {
      ...{ businessId: null, entityId: person.userId, version: gone.version },
      data: facts,
    });
    tx.afterCommit(() => this.personErasure.wake());
  }

  private async sendLastMail(row: DeletionRow, email: string): Promise<void> {
    const publicUrl = config.publicUrl.replace(/\/+$/, '');
    const text = mailText('account_deleted', { publicUrl, at: row.verified_at });
    await this.mailer.send({ ...text, to: email, id: row.id });
    metrics.mailsSent.add(1, { kind: 'account_deleted' });
  }

  private async end({ id, lease_epoch: epoch }: DeletionRow): Promise<void> {
    const { uow, leases } = this.tools;
    await uow.run(Scope.global(), async (tx) => {
      await this.deletions.forgetAddress(tx, id, epoch);
      await leases.release(tx, TABLE, id, epoch, 'infinity');
    });
  }

  /** The deletion itself is tried until it succeeds; the last mail as often as any other, and then the address goes without it. */
  protected override async failed(row: DeletionRow, error: unknown): Promise<void> {
    const isComplete = row.state === 'completed';
    const wait = isFinalRefusal(error) ? null : nextTryInSeconds(row.tries);
    if (!isComplete) {
      await super.failed(row, error);
    } else if (wait === null) {
      metrics.mailsFailed.add(1, { kind: 'account_deleted', again: 'no' });
      this.tools.logger.error('The last mail to a deleted person could not be delivered and is given up', {
        deletionId: row.id,
        tries: row.tries,
      });
      await this.end(row);
    } else {
      metrics.mailsFailed.add(1, { kind: 'account_deleted', again: 'yes' });
      await this.tools.uow.run(Scope.global(), (tx) =>
        this.tools.leases.postpone(tx, TABLE, row.id, row.lease_epoch, wait),
      );
    }
  }
}
