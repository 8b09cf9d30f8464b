import { FilePenLine } from 'lucide-react';
import { Button } from '#ui/index.ts';
import { composerTexts } from '../texts.ts';

/** Brings a message into view when it appears: the form scrolls, and the button that caused it is at its end. */
export function reveal(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'center' });
}

/** An unfinished post, or unsaved changes to one, were left on this device. */
export function StoredDraftNotice({
  savedAt,
  isEdit,
  timeZone,
  onRestore,
  onDiscard,
}: {
  savedAt: string;
  isEdit: boolean;
  timeZone: string;
  onRestore(): void;
  onDiscard(): void;
}) {
  return (
    <div
      role="status"
      className="mb-5 flex flex-wrap items-center gap-3 rounded-card border border-line bg-woad-soft px-4 py-3"
    >
      <FilePenLine className="size-5 shrink-0 text-woad" aria-hidden="true" />
      <p className="flex-1 basis-48 text-sm">{composerTexts.stored[isEdit ? 'changes' : 'post'](savedAt, timeZone)}</p>
      <Button size="sm" onClick={onRestore}>
        {isEdit ? 'Restore changes' : 'Restore draft'}
      </Button>
      <Button size="sm" variant="ghost" onClick={onDiscard}>
        Discard
      </Button>
    </div>
  );
}

/** The post changed on the server since the form was opened. */
export function ConflictNotice({ busy, onSettle }: { busy: boolean; onSettle(keepMine: boolean): void }) {
  return (
    <div ref={reveal} role="alert" className="grid gap-3 rounded-card border border-weld/50 bg-weld-soft p-4 text-sm">
      <p>{composerTexts.conflict}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" disabled={busy} onClick={() => onSettle(false)}>
          Load the latest version
        </Button>
        <Button size="sm" variant="secondary" disabled={busy} onClick={() => onSettle(true)}>
          Save mine over it
        </Button>
      </div>
    </div>
  );
}
