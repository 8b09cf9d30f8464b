import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Loops } from '@postloom/chassis';
import { Scope, Uow } from '@postloom/persistence';
import { metrics } from '../metrics.ts';
import { DeletionClaims } from './deletions.claims.ts';
import { Storage } from './storage.ts';

const BATCH = 100;

/** Removes objects whose rows are gone. */
@Injectable()
export class DeletionsWorker implements OnModuleInit {
  constructor(
    private readonly uow: Uow,
    private readonly loops: Loops,
    private readonly claims: DeletionClaims,
    private readonly storage: Storage,
  ) {}

  onModuleInit(): void {
    this.loops.start({ name: 'object deletions', everyMs: 5_000, run: () => this.round() });
  }

  private async round(): Promise<boolean> {
    const claimed = await this.uow.run(Scope.system('object deletions'), (tx) => this.claims.claim(tx, BATCH));
    if (claimed.length === 0) {
      return false;
    }
    const keys = claimed.map(({ objectKey }) => objectKey);
    await this.storage.delete(keys);
    await this.uow.run(Scope.system('object deletions'), (tx) => this.claims.done(tx, keys));
    metrics.objectsDeleted.add(keys.length);
    return claimed.length === BATCH;
  }
}
