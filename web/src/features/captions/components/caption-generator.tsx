import type { CaptionStyle } from '@postloom/contracts';
import { ArrowRight, Sparkles, Undo2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Badge, Button, Card, CardBody, CardHeader, Label, Textarea } from '#ui/index.ts';
import { styleLabels } from '../api/captions.ts';
import { edited, generated, startDraft, undone } from '../caption-draft.ts';
import { CaptionControls } from './caption-controls.tsx';
import { CopyButton, sayNoPhoto, Versions } from './caption-tool.tsx';

export type CaptionGeneratorProps = {
  photoId: string | null;
  /** The selected photo, small. */
  picture: ReactNode;
  onUpgrade(): void;
  onCreatePost(caption: string): void;
};

/** 'Caption and post creation' of the dashboard. Give it the photo's id as key: another photo starts afresh. */
export function CaptionGenerator({ photoId, picture, onUpgrade, onCreatePost }: CaptionGeneratorProps) {
  const [draft, setDraft] = useState(() => startDraft());
  const [style, setStyle] = useState<CaptionStyle | null>(null);
  return (
    <Card aria-labelledby="caption-generator">
      <CardHeader id="caption-generator" title="Caption and Post" />
      <CardBody className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-[8rem_1fr]">
          {picture}
          <CaptionControls
            photoId={photoId}
            again={draft.versions.length > 0}
            onUpgrade={onUpgrade}
            onNoPhoto={sayNoPhoto}
            onCaption={(text, used) => {
              setDraft((now) => generated(now, text));
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
            <Textarea
              id="generated-caption"
              rows={5}
              value={draft.text}
              onChange={(event) => setDraft((now) => edited(now, event.target.value))}
            />
            <div className="flex flex-wrap items-center gap-2">
              {draft.replaced !== null ? (
                <Button variant="ghost" size="sm" onClick={() => setDraft(undone)}>
                  <Undo2 aria-hidden="true" />
                  Undo, bring back my text
                </Button>
              ) : null}
              <CopyButton text={draft.text} />
              <Versions
                versions={draft.versions}
                current={draft.text}
                onChoose={(text) => setDraft((now) => edited(now, text))}
              />
              <Button className="ml-auto" disabled={draft.text.trim() === ''} onClick={() => onCreatePost(draft.text)}>
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
