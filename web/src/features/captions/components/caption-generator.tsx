import type { CaptionStyle } from '@postloom/contracts';
import { ArrowRight, Sparkles, Undo2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Badge, Button, Card, CardBody, CardHeader, Label, Textarea } from '#ui/index.ts';
import { styleLabels } from '../api/captions.ts';
import { emptyDraft, generated, undoneText } from '../caption-draft.ts';
import { CaptionControls } from './caption-controls.tsx';
import { CopyButton, Versions } from './caption-versions.tsx';

export type CaptionGeneratorProps = {
  photoId: string | null;
  /** The selected photo, small. */
  picture: ReactNode;
  onUpgrade(): void;
  onCreatePost(caption: string): void;
};

/** 'Caption and post creation' of the dashboard. Give it the photo's id as key: another photo starts afresh. */
export function CaptionGenerator({ photoId, picture, onUpgrade, onCreatePost }: CaptionGeneratorProps) {
  const [text, setText] = useState('');
  const [draft, setDraft] = useState(emptyDraft);
  const [style, setStyle] = useState<CaptionStyle | null>(null);
  const undone = undoneText(draft, text);
  return (
    <Card aria-labelledby="caption-generator">
      <CardHeader id="caption-generator" title="Caption and Post" />
      <CardBody className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-[8rem_1fr]">
          {picture}
          <CaptionControls
            photoId={photoId}
            target="dashboard"
            again={draft.versions.length > 0}
            onUpgrade={onUpgrade}
            onCaption={(caption, used) => {
              setDraft((now) => generated(now, text, caption));
              setText(caption);
              setStyle(used);
            }}
          />
        </div>
        {draft.versions.length > 0 ? (
          <div className="grid gap-2">
            <div className="flex flex-wrap items-center gap-2">
              <Label htmlFor="generated-caption" className="mr-auto">
                Caption
              </Label>
              <Badge tone="woad">
                <Sparkles aria-hidden="true" />
                Generated with AI
              </Badge>
              {style ? <Badge>{styleLabels[style]}</Badge> : null}
            </div>
            <Textarea id="generated-caption" rows={5} value={text} onChange={(event) => setText(event.target.value)} />
            <div className="flex flex-wrap items-center gap-2">
              {undone === null ? null : (
                <Button variant="ghost" size="sm" onClick={() => setText(undone)}>
                  <Undo2 aria-hidden="true" />
                  Undo, bring back my text
                </Button>
              )}
              <CopyButton text={text} />
              <Versions versions={draft.versions} current={text} onChoose={setText} />
              <Button className="ml-auto" disabled={text.trim() === ''} onClick={() => onCreatePost(text)}>
                Create Post
                <ArrowRight aria-hidden="true" />
              </Button>
            </div>
          </div>
        ) : null}
      </CardBody>
    </Card>
  );
}
