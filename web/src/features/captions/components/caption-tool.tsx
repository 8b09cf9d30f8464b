import type { CaptionStyle } from '@postloom/contracts';
import { Copy, Sparkles, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Badge, Button, copyText, toast } from '#ui/index.ts';
import { styleLabels } from '../api/captions.ts';
import { edited, generated, startDraft, undone } from '../caption-draft.ts';
import { CaptionControls } from './caption-controls.tsx';

export type CaptionToolProps = {
  photoId: string | null;
  value: string;
  onChange(text: string): void;
  onUpgrade(): void;
};

/** Writes into somebody else's text area: the composer's. Own words are never lost without Undo. */
export function CaptionTool({ photoId, value, onChange, onUpgrade }: CaptionToolProps) {
  const [draft, setDraft] = useState(() => startDraft(value));
  const [style, setStyle] = useState<CaptionStyle | null>(null);
  // The text area belongs to the composer; what is typed there counts as an edit.
  useEffect(() => {
    setDraft((now) => (now.text === value ? now : edited(now, value)));
  }, [value]);
  const isGenerated = draft.generated !== null && value === draft.generated;
  return (
    <div className="grid gap-3 rounded-card border border-line bg-sunken p-3">
      <CaptionControls
        photoId={photoId}
        again={draft.versions.length > 0}
        onUpgrade={onUpgrade}
        onNoPhoto={() => sayNoPhoto()}
        onCaption={(text, used) => {
          setDraft((now) => generated({ ...now, text: value }, text));
          setStyle(used);
          onChange(text);
        }}
      />
      {draft.versions.length > 0 ? (
        <div className="flex flex-wrap items-center gap-2">
          {isGenerated && style ? (
            <>
              <Badge tone="woad">
                <Sparkles aria-hidden="true" />
                Generated with AI
              </Badge>
              <Badge>{styleLabels[style]}</Badge>
            </>
          ) : null}
          {draft.replaced !== null ? (
            <Button
              variant="ghost"
              size="sm"
              onClick={() => {
                const back = undone(draft);
                setDraft(back);
                onChange(back.text);
              }}
            >
              <Undo2 aria-hidden="true" />
              Undo, bring back my text
            </Button>
          ) : null}
          <CopyButton text={value} />
          <Versions versions={draft.versions} current={value} onChoose={onChange} />
        </div>
      ) : null}
    </div>
  );
}

export function sayNoPhoto(): void {
  toast({
    title: 'No photo selected',
    description: 'Please select a photo first to generate a caption.',
    tone: 'error',
  });
}

export function CopyButton({ text }: { text: string }) {
  return (
    <Button
      variant="ghost"
      size="sm"
      onClick={() => copyText(text, 'Failed to copy caption.')}
      disabled={text.trim() === ''}
    >
      <Copy aria-hidden="true" />
      Copy
    </Button>
  );
}

/** The earlier captions of this session. */
export function Versions({
  versions,
  current,
  onChoose,
}: {
  versions: readonly string[];
  current: string;
  onChoose(text: string): void;
}) {
  if (versions.length < 2) {
    return null;
  }
  return (
    <div role="group" aria-label="Earlier captions" className="flex flex-wrap gap-1">
      {versions.map((version, index) => (
        <Button
          key={version}
          variant="ghost"
          size="sm"
          aria-pressed={version === current}
          className={version === current ? 'bg-woad-soft text-woad' : 'text-muted'}
          onClick={() => onChoose(version)}
        >
          Version {index + 1}
        </Button>
      ))}
    </div>
  );
}
