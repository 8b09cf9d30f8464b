import type { CaptionStyle } from '@postloom/contracts';
import { Sparkles, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Badge, Button } from '#ui/index.ts';
import { styleLabels } from '../api/captions.ts';
import { emptyDraft, generated, undoneText, type CaptionDraft } from '../caption-draft.ts';
import { CaptionControls } from './caption-controls.tsx';
import { CopyButton, Versions } from './caption-versions.tsx';

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

type Written = CaptionDraft & { style: CaptionStyle | null };
const nothing: Written = { ...emptyDraft, style: null };

/** Writes into the composer's text boxes. Own words are never lost without Undo. */
export function CaptionTool({ photoId, target, value, textOf, onChange, onUpgrade }: CaptionToolProps) {
  const [drafts, setDrafts] = useState<Readonly<Record<string, Written>>>({});
  const draft = drafts[target] ?? nothing;
  const undone = undoneText(draft, value);
  return (
    <div className="grid gap-3 rounded-card border border-line bg-sunken p-3">
      <CaptionControls
        photoId={photoId}
        target={target}
        again={draft.versions.length > 0}
        onUpgrade={onUpgrade}
        onCaption={(text, style, written) => {
          const before = textOf(written);
          setDrafts((now) => ({ ...now, [written]: { ...generated(now[written] ?? nothing, before, text), style } }));
          onChange(written, text);
        }}
      />
      {draft.versions.length > 0 ? (
        <div className="flex flex-wrap items-center gap-2">
          {value === draft.generated && draft.style ? (
            <>
              <Badge tone="woad">
                <Sparkles aria-hidden="true" />
                Generated with AI
              </Badge>
              <Badge>{styleLabels[draft.style]}</Badge>
            </>
          ) : null}
          {undone === null ? null : (
            <Button variant="ghost" size="sm" onClick={() => onChange(target, undone)}>
              <Undo2 aria-hidden="true" />
              Undo, bring back my text
            </Button>
          )}
          <CopyButton text={value} />
          <Versions versions={draft.versions} current={value} onChoose={(text) => onChange(target, text)} />
        </div>
      ) : null}
    </div>
  );
}
