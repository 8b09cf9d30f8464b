import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { Storage } from '../storage/index.ts';
import type { ByteRange } from './byte-range.ts';
import { ExportsRepository } from './exports.repository.ts';
import type { Segment } from './exports.repository.ts';

/** The bytes of an export, one stored segment after the other. */
@Injectable()
export class ReadExport {
  constructor(
    private readonly uow: Uow,
    private readonly storage: Storage,
    private readonly exports: ExportsRepository,
  ) {}

  /** @throws AppError not_found when it is erased */
  async execute(exportId: string, range: ByteRange): Promise<Readable> {
    const segments = await this.uow.run(
      Scope.global(),
      (tx) => this.exports.segments(tx, exportId, range.from, range.to),
      { readOnly: true },
    );
    if (segments.length === 0) {
      throw new AppError('not_found');
    }
    return Readable.from(this.bytes(segments, range), { objectMode: false });
  }

  private async *bytes(segments: readonly Segment[], { from, to }: ByteRange): AsyncIterable<Buffer> {
    for (const { key, start, length } of segments) {
      const first = Math.max(from - start, 0);
      const last = Math.min(to - start, length - 1);
      const { body } = await this.storage.open(key, `bytes=${first}-${last}`);
      yield* body;
    }
  }
}
