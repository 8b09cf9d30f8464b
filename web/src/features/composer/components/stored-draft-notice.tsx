import { FilePenLine } from 'lucide-react';
import { Button } from '#ui/index.ts';
import { composerTexts } from '../texts.ts';

/** An unfinished post, or unsaved changes to one, were left on this device. */
export default function StoredDraftNotice({
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
