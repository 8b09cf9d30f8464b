import { FilePenLine } from 'lucide-react';
import { formatInstant } from '#lib/format.ts';
import { excerpt } from '#lib/words.ts';
import { Button } from '#ui/index.ts';
import type { StoredDraft } from '../draft-store.ts';

/** Characters by which one knows which text it is. */
const EXCERPT = 60;

/** An unfinished post, or unsaved changes to one, were left on this device. */
export default function StoredDraftNotice({
  draft: { savedAt, version, values },
  timeZone,
  onRestore,
  onDiscard,
}: {
  draft: StoredDraft;
  timeZone: string;
  onRestore(): void;
  onDiscard(): void;
}) {
  const isEdit = version !== null;
  const left = isEdit ? 'unsaved changes to this post' : 'an unfinished post';
  const words = excerpt(values.caption, EXCERPT);
  return (
    <div
      role="status"
      className="mb-5 flex flex-wrap items-center gap-3 rounded-card border border-line bg-woad-soft px-4 py-3"
    >
      <FilePenLine className="size-5 shrink-0 text-woad" aria-hidden="true" />
      <p className="flex-1 basis-48 text-sm">
        {`You left ${left} on ${formatInstant(savedAt, timeZone)}.`}{' '}
        {words ? <q className="text-muted">{words}</q> : null}
      </p>
      <Button size="sm" onClick={onRestore}>
        {isEdit ? 'Restore changes' : 'Restore draft'}
      </Button>
      <Button size="sm" variant="ghost" onClick={onDiscard}>
        Discard
      </Button>
    </div>
  );
}
