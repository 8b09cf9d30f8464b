import { ArrowRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button, Card, CardBody, CardHeader, Label, Textarea } from '#ui/index.ts';
import { emptyDraft, generated } from '../caption-draft.ts';
import { CaptionControls } from './caption-controls.tsx';
import { DraftActions, GeneratedBadges } from './generated-caption.tsx';

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
            onCaption={(caption, style) => {
              setDraft((now) => generated(now, text, caption, style));
              setText(caption);
            }}
          />
        </div>
        {draft.versions.length > 0 ? (
          <div className="grid gap-2">
            <div className="flex flex-wrap items-center gap-2">
              <Label htmlFor="generated-caption" className="mr-auto">
                Caption
              </Label>
              <GeneratedBadges style={draft.style} />
            </div>
            <Textarea id="generated-caption" rows={5} value={text} onChange={(event) => setText(event.target.value)} />
            <div className="flex flex-wrap items-center gap-2">
              <DraftActions draft={draft} text={text} onChange={setText} />
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
