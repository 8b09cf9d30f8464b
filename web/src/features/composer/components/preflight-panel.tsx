import type { Crop, Photo, Preflight } from '@postloom/contracts';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { usePhotosById } from '#data/photos.ts';
import { cn } from '#lib/cn.ts';
import { platformRules } from '#lib/contract-data.ts';
import { toastError } from '#lib/toast-error.ts';
import { Button, PlatformGlyph, Spinner } from '#ui/index.ts';
import { usePreflight } from '../api/preflight.ts';
import { findingsOf, type Finding } from '../findings.ts';
import { composerTexts } from '../texts.ts';
import { usePreflightQuestion, type ComposerControl } from '../use-composer.ts';
import { CropMenu } from '#components/crop-menu.tsx';

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
export function PreflightPanel({ control, momentOf, postId, onFix, onCrop }: PreflightPanelProps) {
  const check = usePreflight(usePreflightQuestion(control, momentOf, postId));
  const platforms = useWatch({ control, name: 'platforms' });
  const [fixing, setFixing] = useState<string | null>(null);
  const findings = findingsOf(check.preflight);
  const { preflight } = check;
  const photos = usePhotosById(useMemo(() => croppedIn(preflight), [preflight]));
  const errors = findings.filter(({ level }) => level === 'error').length;
  if (!check.preflight && !check.checking && !check.failed) {
    return null;
  }
  const apply = async (finding: Finding, key: string) => {
    setFixing(key);
    try {
      await onFix(finding);
    } catch (error) {
      toastError(error, composerTexts.check.fixFailed);
    } finally {
      setFixing(null);
    }
  };
  return (
    <section aria-label="Check by platform" className="grid gap-2">
      <div className="flex min-h-6 flex-wrap items-center gap-2">
        <h3 className="text-sm font-semibold">Check</h3>
        <p role="status" className="flex items-center gap-1.5 text-sm text-muted">
          {check.checking ? (
            <>
              <Spinner className="size-3.5" />
              {composerTexts.check.running}
            </>
          ) : check.failed ? (
            composerTexts.check.failed
          ) : findings.length === 0 ? (
            <>
              <CircleCheck className="size-4 text-moss" aria-hidden="true" />
              {composerTexts.check.ready}
            </>
          ) : errors > 0 ? (
            composerTexts.check.toFix(errors)
          ) : (
            composerTexts.check.toKnow
          )}
        </p>
        {check.failed && !check.checking ? (
          <Button variant="link" size="sm" onClick={check.again}>
            Check again
          </Button>
        ) : null}
      </div>
      {findings.length > 0 ? (
        <ul className={cn('grid gap-1.5', check.checking && 'opacity-70')}>
          {findings.map((finding) => {
            const key = `${finding.platform}${finding.rule}${finding.photoId ?? ''}${finding.level}`;
            const blocks = finding.level === 'error';
            const Icon = blocks ? CircleAlert : TriangleAlert;
            const photo = finding.fix?.kind === 'crop' ? photos.get(finding.fix.photoId) : undefined;
            return (
              <li
                key={key}
                className={cn(
                  'flex flex-wrap items-center gap-x-2.5 gap-y-1.5 rounded-control border px-3 py-2 text-sm',
                  blocks ? 'border-madder/40 bg-madder-soft' : 'border-weld/40 bg-weld-soft',
                )}
              >
                <Icon className={cn('size-4 shrink-0', blocks ? 'text-madder' : 'text-weld')} aria-hidden="true" />
                <PlatformGlyph platform={finding.platform} />
                <p className="min-w-0 flex-1 basis-56 break-words">
                  <span className="sr-only">
                    {blocks ? 'Error' : 'Warning'}, {platformRules[finding.platform].name}:{' '}
                  </span>
                  {finding.message}
                </p>
                {finding.fix ? (
                  <Button
                    variant="secondary"
                    size="sm"
                    pending={fixing === key}
                    pendingText="Applying..."
                    disabled={fixing !== null || check.checking}
                    onClick={() => void apply(finding, key)}
                    aria-label={`Apply for ${platformRules[finding.platform].name}: ${finding.fix.label}`}
                  >
                    Apply: {finding.fix.label}
                  </Button>
                ) : null}
                {photo ? (
                  <CropMenu photo={photo} platforms={platforms} onCrop={onCrop}>
                    <Button variant="ghost" size="sm">
                      Other shapes
                    </Button>
                  </CropMenu>
                ) : null}
              </li>
            );
          })}
        </ul>
      ) : null}
    </section>
  );
}

/** The photos that a fix would crop. */
function croppedIn(preflight: Preflight | undefined): readonly string[] {
  return findingsOf(preflight).flatMap(({ fix }) => (fix?.kind === 'crop' ? [fix.photoId] : []));
}
