import type { CaptionStyle, Platform } from '@postloom/contracts';
import { History } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazily } from '#lib/lazily.ts';
import { reveal } from '#lib/reveal.ts';
import { Button, Skeleton, SkeletonGroup, SkeletonRows } from '#ui/index.ts';
import { emptyDraft, generated, type CaptionDraft } from '../caption-draft.ts';
import { CaptionControls } from './caption-controls.tsx';
import { historyTexts } from '../history-texts.ts';
import { DraftActions, GeneratedBadges } from './generated-caption.tsx';

const CaptionHistory = lazily(() => import('./caption-history.tsx'));
const ChangeTool = lazily(() => import('./change-tool.tsx'));

export type CaptionToolProps = {
  photoId: string | null;
  /** Which of the texts is on screen: each has its own versions, and a running generation keeps its own. */
  target: string;
  value: string;
  /** Those that may get texts of their own together with this one. */
  platforms: readonly Platform[];
  /** The photo was chosen in the Media Library. */
  fromLibrary?: boolean;
  /** A text as it is now, also one that is not on screen. */
  textOf(target: string): string;
  onChange(target: string, text: string): void;
  /** The id of the box that shows the text, and of where photos are chosen. */
  box: string;
  photos: string;
  onUpgrade(): void;
};

/** Writes into the composer's text boxes. Own words are never lost without Undo. */
export function CaptionTool(props: CaptionToolProps) {
  const { photoId, target, value, platforms, fromLibrary, textOf, onChange, box, photos, onUpgrade } = props;
  const [drafts, setDrafts] = useState<Readonly<Record<string, CaptionDraft>>>({});
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const draft = drafts[target] ?? emptyDraft;
  const take = (text: string, style: CaptionStyle | null, written: string) => {
    takeAll([{ target: written, text }], style);
  };
  const takeAll = (texts: readonly { target: string; text: string }[], style: CaptionStyle | null) => {
    // All of them before the first is replaced: a platform without its own text has the shared one.
    const replaced = texts.map((one) => ({ ...one, before: textOf(one.target) }));
    setDrafts((now) => ({
      ...now,
      ...Object.fromEntries(
        replaced.map((one) => [one.target, generated(now[one.target] ?? emptyDraft, one.before, one.text, style)]),
      ),
    }));
    for (const one of texts) {
      onChange(one.target, one.text);
    }
    // On a phone it is far above the button that has asked for it.
    document.getElementById(box)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <div className="grid gap-3 rounded-card border border-line bg-sunken p-3">
      <CaptionControls
        photoId={photoId}
        target={target}
        platforms={platforms}
        {...(fromLibrary === undefined ? {} : { fromLibrary })}
        again={draft.versions.length > 0}
        replaces={draft.generated}
        onUpgrade={onUpgrade}
        // On a phone they are far below.
        onNoPhoto={() => reveal(document.getElementById(photos))}
        onCaption={(text, style, written, own) =>
          takeAll([{ target: written, text }, ...own.map((one) => ({ target: one.platform, text: one.text }))], style)
        }
      />
      {draft.versions.length > 0 ? (
        <div className="flex flex-wrap items-center gap-2">
          {value === draft.generated ? <GeneratedBadges style={draft.style} /> : null}
          <DraftActions draft={draft} text={value} onChange={(text) => onChange(target, text)} />
        </div>
      ) : null}
      <Suspense fallback={<Skeleton className="h-8" />}>
        <ChangeTool target={target} value={value} textOf={textOf} onChanged={take} onUpgrade={onUpgrade}>
          <Button
            variant="ghost"
            size="sm"
            aria-expanded={isHistoryOpen}
            onClick={() => setHistoryOpen(!isHistoryOpen)}
          >
            <History aria-hidden="true" />
            {historyTexts.title}
          </Button>
        </ChangeTool>
      </Suspense>
      {isHistoryOpen ? (
        <Suspense
          fallback={
            <SkeletonGroup text={historyTexts.loading}>
              <SkeletonRows count={3} className="h-16" />
            </SkeletonGroup>
          }
        >
          <CaptionHistory
            onUse={(text, { style }) => {
              take(text, style, target);
              setHistoryOpen(false);
            }}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
