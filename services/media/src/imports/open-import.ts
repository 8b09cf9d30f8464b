import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { Storage } from '../storage/index.ts';
import type { ImportJob } from './import-job.ts';
import { ImportsRepository } from './imports.repository.ts';
import type { ImportSegment } from './imports.repository.ts';
import { ZipArchive } from './zip/zip-archive.ts';

/** The zip of an import, read in place from its stored segments: nothing but its directory is held. */
@Injectable()
export class OpenImport {
  constructor(
    private readonly uow: Uow,
    private readonly storage: Storage,
    private readonly imports: ImportsRepository,
  ) {}

  /** @throws BadZip; AppError dependency_failed when storage is away */
  async execute({ id, bytes }: ImportJob): Promise<ZipArchive> {
    const segments = await this.uow.run(Scope.global(), (tx) => this.imports.segments(tx, id), { readOnly: true });
    return ZipArchive.open((from, to) => this.range(segments, from, to), bytes);
  }

  /** `to` exclusive. */
  private async *range(segments: readonly ImportSegment[], from: number, to: number): AsyncGenerator<Buffer> {
    for (const { key, start, length } of segments) {
      if (start < to && start + length > from) {
        const first = Math.max(from - start, 0);
        const last = Math.min(to - start, length) - 1;
        try {
          yield* (await this.storage.open(key, `bytes=${first}-${last}`)).body;
        } catch (error) {
          // The zip is not judged by a storage that is away.
          throw new AppError('dependency_failed', undefined, { cause: error });
        }
      }
    }
  }
}
