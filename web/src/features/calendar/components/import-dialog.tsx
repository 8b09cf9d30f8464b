import type { ImportResult } from '@postloom/contracts';
import { CircleAlert, CircleCheck, CircleMinus, Download, FileUp } from 'lucide-react';
import { useId, useState } from 'react';
import { messageOr } from '#lib/api/index.ts';
import { cn } from '#lib/cn.ts';
import { shiftDay } from '#lib/month-grid.ts';
import { saveFile } from '#lib/save-file.ts';
import { placeOf } from '#lib/time-zones.ts';
import { Button, Dialog, DialogCancel, DialogContent, FormError, Label, Switch } from '#ui/index.ts';
import { useImportPosts } from '../api/import.ts';
import { columnName, csvColumns, csvLimits, csvSize, csvTemplate, fileProblem, summaryOf } from '../import-rules.ts';
import { importTexts } from '../texts.ts';

export type ImportDialogProps = { timeZone: string; today: string; onClose(): void; onPost(id: string): void };

/** Posts from a CSV file, with the outcome of each row. */
export function ImportDialog({ timeZone, today, onClose, onPost }: ImportDialogProps) {
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [allOrNothing, setAllOrNothing] = useState(true);
  const [dragging, setDragging] = useState(false);
  const send = useImportPosts();
  const result = send.data;
  const id = useId();

  const choose = (chosen: File | undefined) => {
    if (!chosen) {
      return;
    }
    send.reset();
    const found = fileProblem(chosen);
    setProblem(found);
    setFile(found ? null : chosen);
  };
  const start = () => {
    if (!file) {
      setProblem(importTexts.fileMissing);
      return;
    }
    setProblem(null);
    void send
      .mutateAsync({ file, allOrNothing })
      .catch((error: unknown) => setProblem(messageOr(error, importTexts.failed)));
  };
  const isDone = result !== undefined && result.created > 0;

  return (
    <Dialog open busy={send.isPending} onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title="Import posts"
        description={importTexts.description(placeOf(timeZone))}
        width="lg"
        footer={
          <>
            <DialogCancel>{isDone ? 'Close' : 'Cancel'}</DialogCancel>
            {isDone ? null : (
              <Button pending={send.isPending} pendingText="Importing..." onClick={start}>
                Import
              </Button>
            )}
          </>
        }
      >
        <div className="grid gap-5">
          <label
            htmlFor={`${id}-file`}
            onDragOver={(event) => {
              event.preventDefault();
              setDragging(true);
            }}
            onDragLeave={() => setDragging(false)}
            onDrop={(event) => {
              event.preventDefault();
              event.stopPropagation();
              setDragging(false);
              choose(event.dataTransfer.files[0]);
            }}
            className={cn(
              'grid cursor-pointer justify-items-center gap-1 rounded-card border border-dashed px-4 py-7 text-center transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-woad',
              dragging ? 'border-woad bg-woad-soft' : 'border-line-strong bg-sunken hover:bg-woad-soft',
            )}
          >
            <FileUp className="mb-1 size-6 text-woad" aria-hidden="true" />
            <span className="font-semibold">{file ? file.name : 'Drop a CSV file here, or click to choose one'}</span>
            <span className="text-sm text-muted">
              {file ? 'Choose another file' : importTexts.limits(csvLimits.rows, csvSize)}
            </span>
            <input
              id={`${id}-file`}
              type="file"
              accept=".csv,text/csv,text/plain"
              className="sr-only"
              onChange={(event) => {
                choose(event.target.files?.[0]);
                event.target.value = '';
              }}
            />
          </label>
          <FormError>{problem}</FormError>
          {result ? <Outcome result={result} onPost={onPost} /> : null}
          {isDone ? null : (
            <>
              <div className="flex items-center justify-between gap-4">
                <div className="grid gap-0.5">
                  <Label htmlFor={`${id}-all`}>All or nothing</Label>
                  <p id={`${id}-all-hint`} className="text-sm text-muted">
                    {allOrNothing ? importTexts.allOrNothing : importTexts.goodRows}
                  </p>
                </div>
                <Switch
                  id={`${id}-all`}
                  aria-describedby={`${id}-all-hint`}
                  checked={allOrNothing}
                  onCheckedChange={setAllOrNothing}
                />
              </div>
              <section aria-label="Columns" className="grid gap-2">
                <div className="flex flex-wrap items-center justify-between gap-2">
                  <h3 className="text-sm font-semibold">Columns</h3>
                  <Button
                    variant="secondary"
                    size="sm"
                    onClick={() =>
                      saveFile('postloom-posts.csv', new Blob([csvTemplate(shiftDay(today, 7))], { type: 'text/csv' }))
                    }
                  >
                    <Download aria-hidden="true" />
                    Download a template
                  </Button>
                </div>
                <dl className="grid gap-x-4 gap-y-1.5 text-sm sm:grid-cols-[auto_1fr]">
                  {csvColumns.map((column) => (
                    <div key={column.name} className="grid sm:col-span-2 sm:grid-cols-subgrid">
                      <dt>
                        <code className="font-semibold">{column.name}</code>
                        {column.required ? <span className="text-xs text-muted"> required</span> : null}
                      </dt>
                      <dd className="text-muted">{column.text}</dd>
                    </div>
                  ))}
                </dl>
              </section>
            </>
          )}
        </div>
      </DialogContent>
    </Dialog>
  );
}

const summaryTones = {
  moss: 'bg-moss-soft text-moss',
  weld: 'bg-weld-soft text-weld',
  madder: 'bg-madder-soft text-madder',
} as const;

function Outcome({ result, onPost }: { result: ImportResult; onPost(id: string): void }) {
  const summary = summaryOf(result);
  return (
    <section aria-label="Result" className="grid gap-2">
      <p role="status" className={cn('rounded-control px-3 py-2.5 text-sm font-semibold', summaryTones[summary.tone])}>
        {summary.text}
      </p>
      <ol
        className="grid max-h-72 divide-y divide-line overflow-y-auto rounded-control border border-line"
        tabIndex={0}
      >
        {result.rows.map((row) => (
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
              {row.outcome === 'created' ? 'Created' : row.outcome === 'not_tried' ? 'Skipped' : null}
              {row.errors.map((error) => (
                <p key={`${error.column}${error.message}`} className="break-words">
                  {error.column ? <span className="text-muted">{columnName(error.column)}: </span> : null}
                  {error.message}
                </p>
              ))}
            </div>
            {row.postId ? (
              <Button variant="link" size="sm" className="min-h-6" onClick={() => onPost(row.postId ?? '')}>
                Open<span className="sr-only"> the post of row {row.row}</span>
              </Button>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  );
}
