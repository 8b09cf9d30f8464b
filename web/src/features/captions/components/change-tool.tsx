import type { CaptionChange, CaptionStyle } from '@postloom/contracts';
import { WandSparkles } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { LONGEST_CHANGED } from '#lib/contract-data.ts';
import { formatNumber } from '#lib/format.ts';
import { lazily, prefetch } from '#lib/lazily.ts';
import { Button, DeferredMenu, toast } from '#ui/index.ts';
import { useChangeCaption } from '../api/change.ts';
import { platformOf } from '../caption-draft.ts';
import { changeTexts as texts } from '../change-texts.ts';
import { FailureNote } from './failure-note.tsx';

const loadMenu = () => import('./change-menu.tsx');
const ChangeMenu = lazily(loadMenu);

export type ChangeToolProps = {
  /** Which text is changed: the answer goes there, also when another one is on screen by then. */
  target: string;
  value: string;
  /** A text as it is now, also one that is not on screen. */
  textOf(target: string): string;
  onChanged(text: string, style: CaptionStyle | null, target: string): void;
  onUpgrade(): void;
  /** Stands beside the button. */
  children?: ReactNode;
};

/** A text shorter or longer, in another tone or language. What goes wrong stays beside it, with a way on. */
export default function ChangeTool({ target, value, textOf, onChanged, onUpgrade, children }: ChangeToolProps) {
  const { change, cancel, pending, failure, dismiss } = useChangeCaption();
  const [note, setNote] = useState<string | null>(null);
  const [asked, setAsked] = useState<{ how: CaptionChange; of: string } | null>(null);
  const isTooLong = [...value].length > LONGEST_CHANGED;

  const run = async (how: CaptionChange, of: string) => {
    setNote(null);
    setAsked({ how, of });
    const made = await change({ caption: textOf(of), change: how, ...platformOf(of) });
    if (made !== null) {
      onChanged(made.text, how.kind === 'tone' ? how.style : null, of);
      setNote(made.note);
      toast({ title: texts.changed, tone: 'success' });
    }
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <DeferredMenu
          prefetch={() => prefetch(loadMenu)}
          trigger={
            <Button
              variant="ghost"
              size="sm"
              disabled={value.trim() === '' || isTooLong}
              pending={pending}
              pendingText={texts.pending}
            >
              <WandSparkles aria-hidden="true" />
              {texts.title}
            </Button>
          }
        >
          {(trigger) => <ChangeMenu trigger={trigger} onChoose={(how) => void run(how, target)} />}
        </DeferredMenu>
        {pending ? (
          <Button variant="ghost" size="sm" onClick={cancel}>
            Cancel
          </Button>
        ) : null}
        {children}
        {isTooLong ? <p className="text-sm text-muted">{texts.tooLong(formatNumber(LONGEST_CHANGED))}</p> : null}
      </div>
      {note ? (
        <p role="status" className="text-sm text-muted">
          {note}
        </p>
      ) : null}
      {failure && asked ? (
        <FailureNote
          failure={failure}
          onAgain={() => void run(asked.how, asked.of)}
          onUpgrade={onUpgrade}
          onDismiss={dismiss}
        />
      ) : null}
    </>
  );
}
