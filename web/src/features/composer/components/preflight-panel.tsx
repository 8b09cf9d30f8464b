import type { Crop, Photo } from '@postloom/contracts';
import { CircleCheck } from 'lucide-react';
import { Suspense, useEffect, useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { postMessages } from '#lib/contract-data.ts';
import { lazily, prefetch } from '#lib/lazily.ts';
import { Button, Spinner } from '#ui/index.ts';
import { usePreflight } from '../api/preflight.ts';
import { findingsOf, type Finding } from '../findings.ts';
import { preflightTexts } from '../preflight-texts.ts';
import { usePreflightQuestion, type ComposerControl } from '../use-composer.ts';

const loadList = () => import('./finding-list.tsx');
const FindingList = lazily(loadList);

export type PreflightPanelProps = {
  control: ComposerControl;
  momentOf: Parameters<typeof usePreflightQuestion>[1];
  /** The post that is edited, so that it does not count as its own duplicate. */
  postId: string | null;
  /** Applies the fix of a finding. */
  onFix(finding: Finding): Promise<void>;
  onCrop(photo: Photo, crop: Crop): Promise<void>;
};

/** What the platforms would say about the post as it is, each finding with what fixes it. */
export default function PreflightPanel({ control, momentOf, postId, onFix, onCrop }: PreflightPanelProps) {
  const check = usePreflight(usePreflightQuestion(control, momentOf, postId));
  const [platforms, caption] = useWatch({ control, name: ['platforms', 'caption'] });
  const findings = useMemo(() => findingsOf(check.preflight), [check.preflight]);
  useEffect(() => void prefetch(loadList), []);
  const errors = findings.filter(({ level }) => level === 'error').length;
  if (!check.preflight && !check.checking && !check.failed) {
    return null;
  }
  return (
    <section aria-label="Check by platform" className="grid gap-2">
      <div className="flex min-h-6 flex-wrap items-center gap-2">
        <h3 className="text-sm font-semibold">Check</h3>
        <p role="status" className="flex items-center gap-1.5 text-sm text-muted">
          {check.checking ? (
            <>
              <Spinner className="size-3.5" />
              {preflightTexts.running}
            </>
          ) : check.failed ? (
            preflightTexts.failed
          ) : findings.length === 0 && caption.trim() === '' ? (
            postMessages.captionRequired
          ) : findings.length === 0 ? (
            <>
              <CircleCheck className="size-4 text-moss" aria-hidden="true" />
              {preflightTexts.ready}
            </>
          ) : errors > 0 ? (
            preflightTexts.toFix(errors)
          ) : (
            preflightTexts.toKnow
          )}
        </p>
        {check.failed && !check.checking ? (
          <Button variant="link" size="sm" onClick={check.again}>
            Check again
          </Button>
        ) : null}
      </div>
      {findings.length > 0 ? (
        <Suspense>
          <FindingList
            findings={findings}
            isChecking={check.checking}
            platforms={platforms}
            onFix={onFix}
            onCrop={onCrop}
          />
        </Suspense>
      ) : null}
    </section>
  );
}
