import { Copy, Sparkles, Undo2 } from 'lucide-react';
import { Badge, Button, copyText } from '#ui/index.ts';
import { styleLabels } from '../api/captions.ts';
import { undoneText, type CaptionDraft } from '../caption-draft.ts';
import { captionTexts } from '../texts.ts';

/** Says that a text was generated, and in which style. */
export function GeneratedBadges({ style }: Pick<CaptionDraft, 'style'>) {
  return (
    <>
      <Badge tone="woad">
        <Sparkles aria-hidden="true" />
        Generated with AI
      </Badge>
      {style ? <Badge>{styleLabels[style]}</Badge> : null}
    </>
  );
}

export type DraftActionsProps = {
  draft: CaptionDraft;
  /** What its box holds now. */
  text: string;
  onChange(text: string): void;
};

/** What can be done with a generated text: bring back one's own words, copy it, or choose an earlier one. */
export function DraftActions({ draft, text, onChange }: DraftActionsProps) {
  const undone = undoneText(draft, text);
  return (
    <>
      {undone === null ? null : (
        <Button variant="ghost" size="sm" onClick={() => onChange(undone)}>
          <Undo2 aria-hidden="true" />
          Undo, bring back my text
        </Button>
      )}
      <Button
        variant="ghost"
        size="sm"
        onClick={() => copyText(text, captionTexts.copyFailed)}
        disabled={text.trim() === ''}
      >
        <Copy aria-hidden="true" />
        Copy
      </Button>
      {draft.versions.length > 1 ? (
        <div role="group" aria-label="Earlier captions" className="flex flex-wrap gap-1">
          {draft.versions.map((version, index) => (
            <Button
              key={version}
              variant="ghost"
              size="sm"
              aria-pressed={version === text}
              className={version === text ? 'bg-woad-soft text-woad' : 'text-muted'}
              onClick={() => onChange(version)}
            >
              Version {index + 1}
            </Button>
          ))}
        </div>
      ) : null}
    </>
  );
}
