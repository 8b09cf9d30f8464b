import { Injectable } from '@nestjs/common';
import { Logger } from '@postloom/chassis';
import { LeasedWorker, Scope, Uow, WorkerTools } from '@postloom/persistence';
import { metrics } from '../metrics.ts';
import { DeletionClaims } from './deletions.claims.ts';
import { Storage } from './storage.ts';

/** The most keys that S3 accepts in one call. */
const KEYS_PER_CALL = 1_000;
const scope = Scope.system('object deletions');

/** Deletes objects whose rows are gone, one call's worth at a time; what storage refuses is retried until it is gone. */
@Injectable()
export class DeletionsWorker extends LeasedWorker<readonly string[]> {
  constructor(
    tools: WorkerTools,
    private readonly uow: Uow,
    private readonly logger: Logger,
    private readonly claims: DeletionClaims,
    private readonly storage: Storage,
  ) {
    super(tools, { name: 'object deletions', slots: 2, pollMs: 5_000 });
  }

  protected override async claim(free: number): Promise<readonly (readonly string[])[]> {
    const keys = await this.uow.run(scope, (tx) => this.claims.claim(tx, free * KEYS_PER_CALL));
    return Array.from({ length: Math.ceil(keys.length / KEYS_PER_CALL) }, (_, call) =>
      keys.slice(call * KEYS_PER_CALL, (call + 1) * KEYS_PER_CALL),
    );
  }

  protected override async work(keys: readonly string[]): Promise<void> {
    const refused = await this.storage.delete(keys);
    const left = new Set(refused.map(({ key }) => key));
    const gone = keys.filter((key) => !left.has(key));
    await this.uow.run(scope, async (tx) => {
      await this.claims.done(tx, gone);
      await this.claims.postpone(tx, [...left]);
    });
    metrics.objectsDeleted.add(gone.length);
    if (refused.length > 0) {
      metrics.objectDeletionsFailed.add(refused.length);
      this.logger.warn('Storage did not delete some objects; they are tried again', {
        objects: refused.length,
        codes: [...new Set(refused.map(({ code }) => code))],
      });
    }
  }

  protected override async failed(keys: readonly string[], error: unknown): Promise<void> {
    metrics.objectDeletionsFailed.add(keys.length);
    this.logger.warn('Objects could not be deleted; they are tried again', { objects: keys.length, error });
    await this.uow.run(scope, (tx) => this.claims.postpone(tx, keys));
  }
}
