import type { Platform } from '@postloom/contracts';
import { ArrowRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button, Card, CardBody, CardHeader, Label, Textarea } from '#ui/index.ts';
import { emptyDraft, generated } from '../caption-draft.ts';
import { CaptionControls } from './caption-controls.tsx';
import { DraftActions, GeneratedBadges } from './generated-caption.tsx';

/** The photo of no post yet: nobody knows where it goes. */
const none: readonly Platform[] = [];

export type CaptionGeneratorProps = {
  photoId: string | null;
  /** The selected photo, small. */
  picture: ReactNode;
  /** A caption for the photo is being written from now on. */
  onBegin?: (() => void) | undefined;
  onUpgrade(): void;
  onCreatePost(caption: string): void;
};

/** 'Caption and post creation' of the dashboard. With another key it starts afresh, as for another photo. */
export function CaptionGenerator({ photoId, picture, onBegin, onUpgrade, onCreatePost }: CaptionGeneratorProps) {
  // One state: an answer finds the text as it is by then, and what was typed meanwhile stays for Undo.
  const [{ text, draft }, setWriting] = useState({ text: '', draft: emptyDraft });
  const setText = (next: string) => setWriting((now) => ({ ...now, text: next }));
  return (
    <Card aria-labelledby="caption-generator">
      <CardHeader id="caption-generator" title="Caption and Post" />
      <CardBody className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-[8rem_1fr]">
          {picture}
          <CaptionControls
            photoId={photoId}
            target="dashboard"
            platforms={none}
            again={draft.versions.length > 0}
            replaces={draft.generated}
            onBegin={onBegin}
            onUpgrade={onUpgrade}
            onCaption={(caption, style) =>
              setWriting((now) => ({ text: caption, draft: generated(now.draft, now.text, caption, style) }))
            }
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
