import type { IndustryKey } from '@postloom/contracts';
import { ChevronDown, Lightbulb, X } from 'lucide-react';
import { useId, useState } from 'react';
import { cn } from '#lib/cn.ts';
import { Button } from '#ui/index.ts';
import { ideaTexts } from '../texts.ts';
import { IdeaPanel } from './idea-panel.tsx';

export type IdeaToolProps = {
  industry: IndustryKey;
  /** The text that is being written. */
  value: string;
  onChange(text: string): void;
  /** The id of its box. */
  box: string;
};

/** Help for an empty page: what to photograph, a caption to start from, hashtags. Nothing is fetched before it is opened. */
export default function IdeaTool({ industry, value, onChange, box }: IdeaToolProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  /** An idea says what to do: it stays in sight while its caption is written, and never becomes one. */
  const [chosen, setChosen] = useState<string | null>(null);
  const write = () => {
    setOpen(false);
    document.getElementById(box)?.focus();
  };
  return (
    <div className="grid justify-items-start gap-2">
      {chosen === null ? null : (
        <p className="flex w-full items-start gap-2.5 rounded-card bg-weld-soft py-1.5 pr-1.5 pl-3 text-sm">
          <Lightbulb className="mt-1.5 size-4 shrink-0 text-weld" aria-hidden="true" />
          <span className="min-w-0 flex-1 py-1">
            <span className="sr-only">{ideaTexts.chosen}: </span>
            {chosen}
          </span>
          <Button variant="ghost" size="icon-sm" aria-label={ideaTexts.putAway} onClick={() => setChosen(null)}>
            <X aria-hidden="true" />
          </Button>
        </p>
      )}
      <Button
        variant="ghost"
        size="sm"
        className="-ml-2 px-2 text-woad"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <Lightbulb aria-hidden="true" />
        {value.trim() === '' ? ideaTexts.open : ideaTexts.openWithText}
        <ChevronDown aria-hidden="true" className={cn('-mr-1 transition-transform', !open && '-rotate-90')} />
      </Button>
      {open ? (
        <div id={id} className="w-full">
          <IdeaPanel
            industry={industry}
            value={value}
            onChange={onChange}
            onIdea={(idea) => {
              setChosen(idea);
              write();
            }}
            onExample={(caption) => {
              onChange(caption);
              write();
            }}
          />
        </div>
      ) : null}
    </div>
  );
}
