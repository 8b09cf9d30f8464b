import { Sparkles, Undo2, X } from 'lucide-react';
import { useId, useState } from 'react';
import { callRoute, routes } from '#lib/api/index.ts';
import { Button } from '#ui/index.ts';
import { useWriting } from '../api/writing.ts';
import { altTextTexts as texts } from '../alt-text-texts.ts';
import { FailureNote } from './failure-note.tsx';

export type AltTextToolProps = {
  photoId: string;
  /** The description in the form. */
  value: string;
  onChange(text: string): void;
  onUpgrade(): void;
};

/** A description that AI suggests. It comes into the form when the person takes it, and is saved with the form. */
export default function AltTextTool({ photoId, value, onChange, onUpgrade }: AltTextToolProps) {
  const { write, cancel, pending, failure, dismiss } = useWriting(texts.failed);
  const [suggestion, setSuggestion] = useState<string | null>(null);
  const [taken, setTaken] = useState<{ text: string; before: string } | null>(null);
  const id = useId();
  const run = async () => {
    const answer = await write((how) => callRoute(routes.suggestAltText, { params: { id: photoId }, ...how }));
    if (answer !== null) {
      setSuggestion(answer.altText);
    }
  };
  const take = (text: string) => {
    setTaken({ text, before: value });
    setSuggestion(null);
    onChange(text);
  };
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="ghost"
          size="sm"
          onClick={() => void run()}
          aria-describedby={`${id}-counts`}
          pending={pending}
          pendingText={texts.pending}
        >
          <Sparkles aria-hidden="true" />
          {suggestion === null ? texts.suggest : texts.again}
        </Button>
        {pending ? (
          <Button variant="ghost" size="sm" onClick={cancel}>
            Cancel
          </Button>
        ) : null}
        {taken !== null && taken.before.trim() !== '' && value === taken.text ? (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              setTaken(null);
              onChange(taken.before);
            }}
          >
            <Undo2 aria-hidden="true" />
            Undo, bring back my text
          </Button>
        ) : null}
        <p id={`${id}-counts`} className="text-sm text-muted">
          {texts.counts}
        </p>
      </div>
      {suggestion === null ? null : (
        <div role="status" className="grid gap-2 rounded-control border border-line bg-sunken p-3 text-sm">
          <p className="font-semibold">{texts.title}</p>
          <p className="break-words" dir="auto">
            {suggestion}
          </p>
          <div className="flex gap-2">
            <Button variant="secondary" size="sm" onClick={() => take(suggestion)}>
              {texts.use}
            </Button>
            <Button variant="ghost" size="icon-sm" aria-label={texts.dismiss} onClick={() => setSuggestion(null)}>
              <X aria-hidden="true" />
            </Button>
          </div>
        </div>
      )}
      {failure ? (
        <FailureNote failure={failure} onAgain={() => void run()} onUpgrade={onUpgrade} onDismiss={dismiss} />
      ) : null}
    </div>
  );
}
