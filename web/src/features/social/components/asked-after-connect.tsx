import type { Platform } from '@postloom/contracts';
import { Suspense, useState } from 'react';
import { lazily } from '#lib/lazily.ts';
import { useReplacements } from '../api/replacements.ts';

const ReplacementDialog = lazily(() => import('./replacement-dialog.tsx'));

/** An account of `platform` was connected just now: when posts wait for another one, the question about them opens by itself, once. */
export function AskedAfterConnect({ platform, onClose }: { platform: Platform; onClose(): void }) {
  const found = useReplacements().find((one) => one.platform === platform && one.isOpen);
  // Kept while its answer is saved: by then the list says something else.
  const [question, setQuestion] = useState(found);
  if (question === undefined) {
    if (found !== undefined) {
      setQuestion(found);
    }
    return null;
  }
  return (
    <Suspense fallback={null}>
      <ReplacementDialog question={question} onClose={onClose} />
    </Suspense>
  );
}
