import type { ImportPreview, ImportResult } from '@postloom/contracts';
import { CircleAlert, CircleCheck, CircleMinus } from 'lucide-react';
import { Button } from '#ui/index.ts';
import { columnName } from '../import-rules.ts';
import { importTexts } from '../import-texts.ts';

type Row = ImportResult['rows'][number] | ImportPreview['rows'][number];

const words: Partial<Record<Row['outcome'], string>> = { created: 'Created', not_tried: 'Skipped' };

/** Rows of a file and what is to be said of each. */
export function ImportRows({ rows, onPost }: { rows: readonly Row[]; onPost(id: string): void }) {
  return (
    <ol className="grid max-h-72 divide-y divide-line overflow-y-auto rounded-control border border-line" tabIndex={0}>
      {rows.map((row) => {
        const postId = ('postId' in row ? row.postId : null) ?? row.sameAs?.postId;
        const errors = row.outcome === 'duplicate' ? [] : row.errors;
        return (
          <li key={row.row} className="flex items-start gap-2.5 px-3 py-2 text-sm">
            {row.outcome === 'created' ? (
              <CircleCheck className="mt-0.5 size-4 shrink-0 text-moss" aria-hidden="true" />
            ) : row.outcome === 'refused' ? (
              <CircleAlert className="mt-0.5 size-4 shrink-0 text-madder" aria-hidden="true" />
            ) : (
              <CircleMinus className="mt-0.5 size-4 shrink-0 text-flax" aria-hidden="true" />
            )}
            <span className="w-16 shrink-0 font-semibold tabular">Row {row.row}</span>
            <div className="grid min-w-0 flex-1 gap-0.5">
              {words[row.outcome] ?? null}
              {row.outcome === 'duplicate'
                ? row.sameAs?.row
                  ? importTexts.sameAsRow(row.sameAs.row)
                  : importTexts.sameAsPost
                : null}
              {errors.map((error) => (
                <p key={`${error.column}${error.message}`} className="break-words">
                  {error.column ? <span className="text-muted">{columnName(error.column)}: </span> : null}
                  {error.message}
                </p>
              ))}
            </div>
            {postId ? (
              <Button variant="link" size="sm" className="min-h-6" onClick={() => onPost(postId)}>
                Open<span className="sr-only"> the post of row {row.row}</span>
              </Button>
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}
