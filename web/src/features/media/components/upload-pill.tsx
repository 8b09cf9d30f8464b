import { ImageUp } from 'lucide-react';
import { Button } from '#ui/index.ts';
import { useUploadActivity } from '../upload-store.ts';

/** Uploads that run while the person does something else. */
export function UploadPill({ onOpen }: { onOpen(): void }) {
  const { active, percent } = useUploadActivity();
  if (active === 0) {
    return null;
  }
  const what = active === 1 ? '1 photo' : `${active} photos`;
  return (
    <Button variant="soft" size="sm" onClick={onOpen} className="rounded-full tabular">
      <ImageUp aria-hidden="true" />
      <span className="sr-only sm:not-sr-only">Uploading</span>
      <span className="sr-only">{what},</span> {percent}%
    </Button>
  );
}
