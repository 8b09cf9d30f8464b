import { Injectable } from '@nestjs/common';
import type { DataImport } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { toDataImport } from './data-import.ts';
import { ImportsRepository } from './imports.repository.ts';

/** Findings that the page shows. */
const SHOWN = 200;

/** How far the person's latest import is. */
@Injectable()
export class GetImport {
  constructor(
    private readonly uow: Uow,
    private readonly imports: ImportsRepository,
  ) {}

  execute(userId: string): Promise<DataImport> {
    return this.uow.run(
      Scope.global(),
      async (tx) => {
        const record = await this.imports.latest(tx, userId);
        return toDataImport(record, record === null ? [] : await this.imports.findings(tx, record.id, SHOWN));
      },
      { readOnly: true },
    );
  }
}
