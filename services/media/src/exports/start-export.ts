import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Random } from '@postloom/chassis';
import { AppError, exportEvents } from '@postloom/contracts';
import type { DataExport } from '@postloom/contracts';
import { Scope, Throttles, Tombstones, Uow } from '@postloom/persistence';
import type { MediaConfig } from '../config.ts';
import { toDataExport } from './data-export.ts';
import { ExportsRepository } from './exports.repository.ts';
import { ExportsWorker } from './exports.worker.ts';

/** Begins an export of everything that is the person's own, unless one is under way: then that one goes on. */
@Injectable()
export class StartExport {
  constructor(
    private readonly uow: Uow,
    private readonly random: Random,
    private readonly throttles: Throttles,
    private readonly erased: Tombstones,
    private readonly exports: ExportsRepository,
    private readonly worker: ExportsWorker,
    @Inject(CONFIG) private readonly config: MediaConfig,
  ) {}

  /** @throws AppError rate_limited, unauthorized for a person who is being deleted */
  execute(userId: string): Promise<DataExport> {
    return this.uow.run(Scope.global(), async (tx) => {
      if (await this.erased.isErasedPerson(tx, userId)) {
        throw new AppError('unauthorized');
      }
      const id = this.random.uuidv7();
      if (await this.exports.insert(tx, id, userId)) {
        const key = { name: 'limitExports', limit: this.config.limitExports, subject: [userId] };
        await this.throttles.take(tx, [key], 'exports');
        await tx.emit(exportEvents.exportAsked, {
          ...{ businessId: null, entityId: id, version: 1 },
          data: { exportId: id, userId },
        });
        tx.afterCommit(() => this.worker.wake());
      }
      return toDataExport(await this.exports.latest(tx, userId));
    });
  }
}
