import type { Photo } from '@postloom/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toastError } from '#lib/toast-error.ts';
import { Button, ConfirmDialog } from '#ui/index.ts';
import { photoDetailsTexts } from '../photo-details-texts.ts';
import { mediaTexts } from '../texts.ts';

const texts = photoDetailsTexts.similar;

export type ExtraCopiesProps = { businessId: string; photo: Photo; copies: readonly Photo[] };

/** Says that a photo is there more than once, and removes the others that no post shows. */
export function ExtraCopies({ businessId, photo, copies }: ExtraCopiesProps) {
  const client = useQueryClient();
  const [step, setStep] = useState<'asking' | 'removing' | null>(null);
  const unused = copies.filter(({ usedInPosts }) => usedInPosts === 0);
  const remove = async () => {
    setStep('removing');
    try {
      const { removeTwins } = await import('../remove-twins.ts');
      const twins = unused.map(({ id, albumId }) => ({ id, sameAs: photo.id, albumId }));
      await removeTwins(client, businessId, twins);
    } catch (error) {
      toastError(error, mediaTexts.deleteFailed);
    } finally {
      setStep(null);
    }
  };
  return (
    <>
      <p className="flex flex-wrap items-center gap-3 text-sm text-muted">
        {texts.twice(copies.length)}
        {unused.length > 0 ? (
          <Button variant="secondary" size="sm" onClick={() => setStep('asking')}>
            {texts.remove(unused.length)}
          </Button>
        ) : (
          ` ${texts.inUse(copies.length)}`
        )}
      </p>
      <ConfirmDialog
        open={step !== null}
        onOpenChange={(open) => setStep(open ? 'asking' : null)}
        title={texts.question(unused.length)}
        description={texts.warning(unused.length)}
        confirmLabel="Remove"
        destructive
        pending={step === 'removing'}
        onConfirm={() => void remove()}
      />
    </>
  );
}
