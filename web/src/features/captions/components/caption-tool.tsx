import { useState } from 'react';
import { emptyDraft, generated, type CaptionDraft } from '../caption-draft.ts';
import { CaptionControls } from './caption-controls.tsx';
import { DraftActions, GeneratedBadges } from './generated-caption.tsx';

export type CaptionToolProps = {
  photoId: string | null;
  /** Which of the texts is on screen: each has its own versions, and a running generation keeps its own. */
  target: string;
  value: string;
  /** A text as it is now, also one that is not on screen. */
  textOf(target: string): string;
  onChange(target: string, text: string): void;
  onUpgrade(): void;
};

/** Writes into the composer's text boxes. Own words are never lost without Undo. */
export function CaptionTool({ photoId, target, value, textOf, onChange, onUpgrade }: CaptionToolProps) {
  const [drafts, setDrafts] = useState<Readonly<Record<string, CaptionDraft>>>({});
  const draft = drafts[target] ?? emptyDraft;
  return (
    <div className="grid gap-3 rounded-card border border-line bg-sunken p-3">
      <CaptionControls
        photoId={photoId}
        target={target}
        again={draft.versions.length > 0}
        onUpgrade={onUpgrade}
        onCaption={(text, style, written) => {
          const before = textOf(written);
          setDrafts((now) => ({ ...now, [written]: generated(now[written] ?? emptyDraft, before, text, style) }));
          onChange(written, text);
        }}
      />
      {draft.versions.length > 0 ? (
        <div className="flex flex-wrap items-center gap-2">
          {value === draft.generated ? <GeneratedBadges style={draft.style} /> : null}
          <DraftActions draft={draft} text={value} onChange={(text) => onChange(target, text)} />
        </div>
      ) : null}
    </div>
  );
}
