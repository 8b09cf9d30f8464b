import { Injectable } from '@nestjs/common';
import { Scope, Uow } from '@postloom/persistence';
import type { ExportEntry } from './export-job.ts';
import { ExportsRepository } from './exports.repository.ts';

/** Entries that are read at a time. */
const PAGE = 1_000;

/** The files that are in the zip so far, in their order. */
@Injectable()
export class StoredEntries {
  constructor(
    private readonly uow: Uow,
    private readonly exports: ExportsRepository,
  ) {}

  async *of(exportId: string): AsyncIterable<ExportEntry> {
    let after = -1;
    for (let last = PAGE; last === PAGE;) {
      const page = await this.uow.run(Scope.global(), (tx) => this.exports.entriesAfter(tx, exportId, after, PAGE), {
        readOnly: true,
      });
      yield* page;
      after = page.at(-1)?.number ?? after;
      last = page.length;
    }
  }
}
