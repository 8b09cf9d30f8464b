import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Random } from '@postloom/chassis';
import { AppError, importDataEvents, MEGABYTE } from '@postloom/contracts';
import type { DataImport, importDataRpc, ParsedInputOf } from '@postloom/contracts';
import { Scope, Throttles, Tombstones, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import type { MediaConfig } from '../config.ts';
import { GetImport } from './get-import.ts';
import { ImportsRepository } from './imports.repository.ts';

type Announced = ParsedInputOf<typeof importDataRpc.importAnnounce>;

/** Announces the zip of an import. The same file again goes on where it stopped; another one takes its place, unless it is at work. */
@Injectable()
export class AnnounceImport {
  constructor(
    private readonly uow: Uow,
    private readonly random: Random,
    private readonly throttles: Throttles,
    private readonly erased: Tombstones,
    private readonly getImport: GetImport,
    private readonly imports: ImportsRepository,
    @Inject(CONFIG) private readonly config: MediaConfig,
  ) {}

  /** @throws AppError rate_limited, conflict (an import is at work), payload_too_large, unauthorized */
  async execute(userId: string, announced: Announced): Promise<DataImport> {
    const most = this.config.importMaxMb;
    if (announced.bytes > most * MEGABYTE) {
      throw new AppError('payload_too_large', `This zip is larger than ${most} MB, the most that can be brought back.`);
    }
    await this.uow.run(Scope.global(), async (tx) => {
      if (await this.erased.isErasedPerson(tx, userId)) {
        throw new AppError('unauthorized');
      }
      const latest = await this.imports.latest(tx, userId);
      const isSame = latest?.file === announced.file && latest.bytes === announced.bytes;
      if (latest?.state !== 'receiving' || !isSame) {
        await this.open(tx, userId, announced);
      }
    });
    return this.getImport.execute(userId);
  }

  private async open(tx: Tx, userId: string, announced: Announced): Promise<void> {
    const key = { name: 'limitImports', limit: this.config.limitImports, subject: [userId] };
    await this.throttles.take(tx, [key], 'imports');
    await this.imports.drop(tx, userId);
    const importId = this.random.uuidv7();
    if (!(await this.imports.insert(tx, importId, userId, announced))) {
      throw new AppError('conflict', 'An import is under way. Please wait until it has ended.');
    }
    await tx.emit(importDataEvents.importAsked, {
      ...{ businessId: null, entityId: importId, version: 1 },
      data: { importId, userId },
    });
  }
}
