import type { Crop, Photo, Platform } from '@postloom/contracts';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useMemo, useState } from 'react';
import { CropMenu } from '#components/crop-menu.tsx';
import { usePhotosById } from '#data/photos.ts';
import { cn } from '#lib/cn.ts';
import { platformRules } from '#lib/contract-data.ts';
import { toastError } from '#lib/toast-error.ts';
import { Button, PlatformGlyph } from '#ui/index.ts';
import type { Finding } from '../findings.ts';
import { findingTexts } from '../finding-texts.ts';

export type FindingListProps = {
  findings: readonly Finding[];
  /** They are about to be found anew. */
  isChecking: boolean;
  platforms: readonly Platform[];
  /** Applies the fix of a finding. */
  onFix(finding: Finding): Promise<void>;
  onCrop(photo: Photo, crop: Crop): Promise<void>;
};

/** What platforms would say against a post, each with what fixes it. */
export default function FindingList({ findings, isChecking, platforms, onFix, onCrop }: FindingListProps) {
  const [fixing, setFixing] = useState<string | null>(null);
  const photos = usePhotosById(useMemo(() => croppedIn(findings), [findings]));
  const apply = async (finding: Finding, key: string) => {
    setFixing(key);
    try {
      await onFix(finding);
    } catch (error) {
      toastError(error, findingTexts.fixFailed);
    } finally {
      setFixing(null);
    }
  };
  return (
    <ul className={cn('grid gap-1.5', isChecking && 'opacity-70')}>
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
                disabled={fixing !== null || isChecking}
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
  );
}

/** The photos that a fix would crop. */
function croppedIn(findings: readonly Finding[]): readonly string[] {
  return findings.flatMap(({ fix }) => (fix?.kind === 'crop' ? [fix.photoId] : []));
}
