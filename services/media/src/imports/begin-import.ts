import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { DataImport, importDataRpc, ParsedInputOf } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { GetImport } from './get-import.ts';
import { ImportsRepository } from './imports.repository.ts';
import { ImportsWorker } from './imports.worker.ts';

/** The person has chosen what comes back. */
@Injectable()
export class BeginImport {
  constructor(
    private readonly uow: Uow,
    private readonly imports: ImportsRepository,
    private readonly getImport: GetImport,
    private readonly worker: ImportsWorker,
  ) {}

  /** @throws AppError conflict: there is nothing to choose from (any more), or a number that is not in the zip */
  async execute(userId: string, input: ParsedInputOf<typeof importDataRpc.importBegin>): Promise<DataImport> {
    await this.uow.run(Scope.global(), async (tx) => {
      const latest = await this.imports.latest(tx, userId);
      const known = new Set(latest?.chapters.map(({ number }) => number));
      const isBegun =
        input.businesses.every((number) => known.has(number)) &&
        (await this.imports.begin(tx, userId, input.businesses, input.settings));
      if (!isBegun) {
        throw new AppError('conflict', 'This import is not waiting for your choice any more. Please reload the page.');
      }
      tx.afterCommit(() => this.worker.wake());
    });
    return this.getImport.execute(userId);
  }
}
