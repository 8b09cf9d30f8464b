import type { CaptionVoice } from '@postloom/contracts';
import { Sparkles } from 'lucide-react';
import { useId, useState } from 'react';
import { callRoute, routes } from '#lib/api/index.ts';
import { Button } from '#ui/index.ts';
import { useWriting } from '../api/writing.ts';
import { withHashtags } from '../caption-draft.ts';
import { voicePreviewTexts as texts } from '../voice-preview-texts.ts';
import { FailureNote } from './failure-note.tsx';

/** Samples in the voice of the form as it is when they are asked for. */
export function VoicePreview({ voiceNow, onUpgrade }: { voiceNow(): CaptionVoice; onUpgrade(): void }) {
  const { write, cancel, pending, failure, dismiss } = useWriting(texts.failed);
  const [samples, setSamples] = useState<readonly string[]>([]);
  const id = useId();
  const run = async () => {
    const answer = await write((how) => callRoute(routes.previewVoice, { body: voiceNow(), ...how }));
    if (answer !== null) {
      setSamples(answer.samples.map(({ caption, hashtags }) => withHashtags(caption, hashtags)));
    }
  };
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="secondary"
          onClick={() => void run()}
          aria-describedby={`${id}-counts`}
          pending={pending}
          pendingText={texts.pending}
        >
          <Sparkles aria-hidden="true" />
          {samples.length === 0 ? texts.show : texts.again}
        </Button>
        {pending ? (
          <Button variant="ghost" onClick={cancel}>
            Cancel
          </Button>
        ) : null}
        <p id={`${id}-counts`} className="text-sm text-muted">
          {texts.counts}
        </p>
      </div>
      {samples.length === 0 ? null : (
        <div role="status" className="grid gap-2 rounded-control border border-line bg-sunken p-3 text-sm">
          <p className="font-semibold">{texts.title}</p>
          <ul className="grid gap-2">
            {samples.map((sample) => (
              <li
                key={sample}
                dir="auto"
                className="rounded-control border border-line bg-cloth p-3 break-words whitespace-pre-line"
              >
                {sample}
              </li>
            ))}
          </ul>
        </div>
      )}
      {failure ? (
        <FailureNote
          failure={failure}
          mayBeWritten={false}
          onAgain={() => void run()}
          onUpgrade={onUpgrade}
          onDismiss={dismiss}
        />
      ) : null}
    </div>
  );
}
