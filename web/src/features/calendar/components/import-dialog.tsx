import type { ImportPreview, ImportResult } from '@postloom/contracts';
import { Download, FileUp } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { messageOr } from '#lib/api/index.ts';
import { cn } from '#lib/cn.ts';
import { formatDate } from '#lib/format.ts';
import { shiftDay } from '#lib/month-grid.ts';
import { saveFile } from '#lib/save-file.ts';
import { placeOf } from '#lib/time-zones.ts';
import { toastError } from '#lib/toast-error.ts';
import { SwitchRow } from '#components/switch-row.tsx';
import { Button, Dialog, DialogCancel, DialogContent, FormError, toast } from '#ui/index.ts';
import { useImportPosts, usePreviewImport, useUndoImport } from '../api/import.ts';
import { csvColumns, csvLimits, csvSize, csvTemplate, fileProblem, summaryOf } from '../import-rules.ts';
import { importTexts } from '../import-texts.ts';
import { ImportRows } from './import-rows.tsx';

export type ImportDialogProps = { timeZone: string; today: string; onClose(): void; onPost(id: string): void };

/** Posts from a CSV file: what it holds, what of that is there already, and then the outcome of each row and the way back. */
export function ImportDialog({ timeZone, today, onClose, onPost }: ImportDialogProps) {
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [allOrNothing, setAllOrNothing] = useState(true);
  const [again, setAgain] = useState(false);
  const [dragging, setDragging] = useState(false);
  const check = usePreviewImport();
  const send = useImportPosts();
  const undo = useUndoImport();
  const preview = check.data;
  const result = send.data;
  const id = useId();

  const read = (chosen: File) => {
    setProblem(null);
    check.mutate(chosen);
  };
  const choose = (chosen: File | undefined) => {
    if (!chosen) {
      return;
    }
    send.reset();
    check.reset();
    setAgain(false);
    const found = fileProblem(chosen);
    setProblem(found);
    setFile(found ? null : chosen);
    if (!found) {
      read(chosen);
    }
  };
  const start = () => {
    if (!file) {
      setProblem(importTexts.fileMissing);
      return;
    }
    if (!preview) {
      read(file);
      return;
    }
    setProblem(null);
    void send
      .mutateAsync({ file, allOrNothing, duplicates: again ? 'import' : 'skip' })
      .catch((error: unknown) => setProblem(messageOr(error, importTexts.failed)));
  };
  const isDone = result !== undefined && result.created > 0;
  const made = result?.rows.flatMap(({ outcome, postId }) => (outcome === 'created' && postId ? [postId] : [])) ?? [];
  const takeBack = async (then?: () => void) => {
    try {
      const { removed, kept } = await undo.mutateAsync(made);
      const stayed = kept.length > 0 ? ` ${importTexts.undo.kept(kept.length)}` : '';
      toast({
        title: importTexts.undo.done,
        description: importTexts.undo.removed(removed.length) + stayed,
        tone: 'success',
      });
      then?.();
    } catch (error) {
      toastError(error, importTexts.undo.failed);
    }
  };
  /** The way back stays for a while after the dialog is closed. */
  const leave = (then: () => void) => {
    if (isDone) {
      toast({
        title: importTexts.created(result.created),
        tone: 'success',
        action: { label: importTexts.undo.button, onSelect: () => void takeBack() },
      });
    }
    then();
  };
  const isNothingNew = preview !== undefined && preview.ready + preview.refused === 0 && !again;

  return (
    <Dialog open busy={send.isPending || undo.isPending} onOpenChange={(open) => (open ? undefined : leave(onClose))}>
      <DialogContent
        title="Import posts"
        description={importTexts.description(placeOf(timeZone))}
        width="lg"
        footer={
          <>
            <DialogCancel>{isDone ? 'Close' : 'Cancel'}</DialogCancel>
            {isDone ? null : (
              <Button
                pending={send.isPending || check.isPending}
                pendingText={check.isPending ? importTexts.checking : 'Importing...'}
                disabled={isNothingNew}
                onClick={start}
              >
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
          <FormError>{problem ?? (check.error ? messageOr(check.error, importTexts.checkFailed) : null)}</FormError>
          {result ? (
            <Outcome
              result={result}
              isUndoing={undo.isPending}
              onPost={(post) => leave(() => onPost(post))}
              onUndo={() => void takeBack(onClose)}
            />
          ) : null}
          {preview && !isDone ? (
            <Preview preview={preview} timeZone={timeZone} hasRows={!result} onPost={onPost}>
              <SwitchRow
                label={importTexts.again.label}
                hint={importTexts.again[again ? 'on' : 'off']}
                checked={again}
                onCheckedChange={setAgain}
              />
            </Preview>
          ) : null}
          {isDone ? null : (
            <>
              <SwitchRow
                label="All or nothing"
                hint={importTexts[allOrNothing ? 'allOrNothing' : 'goodRows']}
                checked={allOrNothing}
                onCheckedChange={setAllOrNothing}
              />
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

function Outcome({
  result,
  isUndoing,
  onPost,
  onUndo,
}: {
  result: ImportResult;
  isUndoing: boolean;
  onPost(id: string): void;
  onUndo(): void;
}) {
  const summary = summaryOf(result);
  return (
    <section aria-label="Result" className="grid gap-2">
      <div
        className={cn(
          'flex items-center justify-between gap-4 rounded-control px-3 py-2.5 text-sm font-semibold',
          summaryTones[summary.tone],
        )}
      >
        <p role="status">{summary.text}</p>
        {result.created > 0 ? (
          <Button variant="secondary" size="sm" pending={isUndoing} onClick={onUndo}>
            {importTexts.undo.button}
          </Button>
        ) : null}
      </div>
      <ImportRows rows={result.rows} onPost={onPost} />
    </section>
  );
}

/** What the file holds, with the rows of which there is something to say. */
function Preview({
  preview,
  timeZone,
  hasRows,
  onPost,
  children,
}: {
  preview: ImportPreview;
  timeZone: string;
  hasRows: boolean;
  onPost(id: string): void;
  children: ReactNode;
}) {
  const { total, refused, duplicates, first, last } = preview;
  const dayOf = (instant: string | null) => (instant === null ? null : formatDate(instant, timeZone));
  const rows = preview.rows.filter(({ outcome }) => outcome !== 'ready');
  return (
    <section aria-label="In this file" className="grid gap-2">
      <div role="status" className="grid gap-0.5 text-sm">
        <p className="font-semibold">{importTexts.holds(total, dayOf(first), dayOf(last))}</p>
        {duplicates > 0 ? <p>{importTexts.existing(duplicates, total)}</p> : null}
        {refused > 0 ? <p>{importTexts.mistakes(refused)}</p> : null}
      </div>
      {hasRows && rows.length > 0 ? <ImportRows rows={rows} onPost={onPost} /> : null}
      {duplicates > 0 ? children : null}
    </section>
  );
}
