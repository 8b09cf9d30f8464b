import { useQueryClient } from '@tanstack/react-query';
import { ImageUp } from 'lucide-react';
import { useEffect } from 'react';
import { isDialogOpen } from '#lib/is-dialog-open.ts';
import { isTyping } from '#lib/is-typing.ts';
import { takeDropped } from '../take-dropped.ts';
import { uploadTexts } from '../upload-texts.ts';
import { useDroppedFiles } from '../use-dropped-files.ts';
import { usePastedPhotos } from '../use-pasted-photos.ts';
import { takeZips } from '../zip/take-zips.ts';

export type DropAnywhereProps = {
  /** Null: there is none yet that zips could go to. */
  businessId: string | null;
  /** Files hang above the page: they will be there in a moment. */
  onComing(): void;
  onFiles(files: readonly File[]): void;
};

/** Whoever types pastes where the cursor is, and a dialog has a target of its own. */
const isFree = (target: EventTarget | null) => !isTyping(target) && !isDialogOpen();

/** Every page takes files that are dropped on it and pictures that are pasted; zips go on their way at once. */
export default function DropAnywhere({ businessId, onComing, onFiles }: DropAnywhereProps) {
  const client = useQueryClient();
  const { over } = useDroppedFiles((dropped) =>
    takeDropped(dropped, (files) => {
      const others = businessId === null ? files : takeZips(client, businessId, files);
      if (others.length > 0) {
        onFiles(others);
      }
    }),
  );
  usePastedPhotos(onFiles, isFree);
  useEffect(() => {
    if (over) {
      onComing();
    }
  }, [over, onComing]);
  return over ? (
    <div
      aria-hidden="true"
      className="pointer-events-none fixed inset-3 z-50 grid place-items-center rounded-card border-2 border-dashed border-woad bg-woad-soft/90"
    >
      <p className="flex items-center gap-3 text-xl font-bold text-woad">
        <ImageUp className="size-7" />
        {uploadTexts.dropHint}
      </p>
    </div>
  ) : null;
}
