import { Injectable } from '@nestjs/common';
import type { ImportPreview } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { writerOf } from '../access.ts';
import { ImportFile } from './import-file.ts';
import type { Row } from './import-file.ts';
import { JudgeRows } from './judge-rows.ts';
import type { Judged } from './judge-rows.ts';

/** POST /api/posts/import/preview: what an import of the file would do, and which of its rows are there already. Makes nothing. */
@Injectable()
export class PreviewImport {
  constructor(
    private readonly file: ImportFile,
    private readonly judgeRows: JudgeRows,
  ) {}

  /** @throws AppError validation_failed (the file as a whole), forbidden, no_business, unavailable (too many files are waiting) */
  execute(csv: string, context: RpcContext): Promise<ImportPreview> {
    const writer = writerOf(context);
    return this.file.read(csv, writer.businessId, context, async (tx, rows, facts) =>
      previewOf(rows, await this.judgeRows.compare(tx, rows, writer, facts)),
    );
  }
}

function previewOf(rows: readonly Row[], judged: readonly Judged[]): ImportPreview {
  const told = judged.map(({ errors = [], sameAs }, index): ImportPreview['rows'][number] => ({
    row: index + 1,
    outcome: sameAs !== undefined ? 'duplicate' : errors.length > 0 ? 'refused' : 'ready',
    errors,
    ...(sameAs === undefined ? {} : { sameAs }),
  }));
  const count = (outcome: string): number => told.filter((row) => row.outcome === outcome).length;
  const times = rows.flatMap(({ read }) => read.input?.scheduledFor ?? []).toSorted();
  return {
    ...{ total: told.length, ready: count('ready'), refused: count('refused'), duplicates: count('duplicate') },
    ...{ first: times[0] ?? null, last: times.at(-1) ?? null },
    rows: told,
  };
}
