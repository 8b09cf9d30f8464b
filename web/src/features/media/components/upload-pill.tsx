import { ImageUp } from 'lucide-react';
import { plural } from '#lib/words.ts';
import { Button } from '#ui/index.ts';
import { useUploadActivity } from '../upload-store.ts';

/** Uploads that run while the person does something else. */
export function UploadPill({ onOpen }: { onOpen(): void }) {
  const { active, percent } = useUploadActivity();
  if (active === 0) {
    return null;
  }
  const what = plural(active, 'photo');
  return (
    <Button variant="soft" size="sm" onClick={onOpen} className="rounded-full tabular">
      <ImageUp aria-hidden="true" />
      <span className="sr-only sm:not-sr-only">Uploading</span>
      <span className="sr-only">{what},</span> {percent}%
    </Button>
  );
}
