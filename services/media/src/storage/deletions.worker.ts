import { Injectable } from '@nestjs/common';
import { Logger } from '@postloom/chassis';
import { LeasedWorker, Scope, Uow, WorkerTools } from '@postloom/persistence';
import { metrics } from '../metrics.ts';
import { allEnded } from './all-ended.ts';
import { DeletionClaims } from './deletions.claims.ts';
import type { ClaimedObject } from './deletions.claims.ts';
import { Storage } from './storage.ts';
import type { RefusedDeletion } from './storage.ts';

/** The most keys that S3 accepts in one call. */
const KEYS_PER_CALL = 1_000;
/** Each is a call of its own. */
const ABORTS_AT_ONCE = 16;
const scope = Scope.system('object deletions');

/** Deletes objects whose rows are gone, one call's worth at a time; what storage refuses is retried until it is gone. */
@Injectable()
export class DeletionsWorker extends LeasedWorker<readonly ClaimedObject[]> {
  constructor(
    tools: WorkerTools,
    private readonly uow: Uow,
    private readonly logger: Logger,
    private readonly claims: DeletionClaims,
    private readonly storage: Storage,
  ) {
    super(tools, { name: 'object deletions', slots: 2, pollMs: 5_000 });
  }

  protected override async claim(free: number): Promise<readonly (readonly ClaimedObject[])[]> {
    const doomed = await this.uow.run(scope, (tx) => this.claims.claim(tx, free * KEYS_PER_CALL));
    return Array.from({ length: Math.ceil(doomed.length / KEYS_PER_CALL) }, (_, call) =>
      doomed.slice(call * KEYS_PER_CALL, (call + 1) * KEYS_PER_CALL),
    );
  }

  protected override async work(doomed: readonly ClaimedObject[]): Promise<void> {
    const refused = [...(await this.abortAll(doomed)), ...(await this.storage.delete(doomed.map(({ key }) => key)))];
    const left = new Set(refused.map(({ key }) => key));
    const gone = doomed.filter(({ key }) => !left.has(key));
    await this.uow.run(scope, async (tx) => {
      await this.claims.done(tx, gone);
      await this.claims.postpone(
        tx,
        doomed.filter(({ key }) => left.has(key)),
      );
    });
    metrics.objectsDeleted.add(gone.length);
    if (refused.length > 0) {
      metrics.objectDeletionsFailed.add(left.size);
      this.logger.warn('Storage did not delete some objects; they are tried again', {
        objects: left.size,
        codes: [...new Set(refused.map(({ code }) => code))],
      });
    }
  }

  /** Parts are no objects: they go only by aborting their upload. */
  private async abortAll(doomed: readonly ClaimedObject[]): Promise<RefusedDeletion[]> {
    const inParts = doomed.flatMap(({ key, multipartId }) => (multipartId === null ? [] : [{ key, multipartId }]));
    const refused: RefusedDeletion[] = [];
    for (let from = 0; from < inParts.length; from += ABORTS_AT_ONCE) {
      const codes = await allEnded(
        inParts.slice(from, from + ABORTS_AT_ONCE).map(async ({ key, multipartId }) => {
          const code = await this.storage.abortParts(key, multipartId);
          return code === null ? [] : [{ key, code }];
        }),
      );
      refused.push(...codes.flat());
    }
    return refused;
  }

  protected override async failed(doomed: readonly ClaimedObject[], error: unknown): Promise<void> {
    metrics.objectDeletionsFailed.add(doomed.length);
    this.logger.warn('Objects could not be deleted; they are tried again', { objects: doomed.length, error });
    await this.uow.run(scope, (tx) => this.claims.postpone(tx, doomed));
  }
}
