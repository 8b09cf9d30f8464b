import { Copy } from 'lucide-react';
import { texts } from '#lib/texts.ts';
import { Button } from './button.tsx';
import { toast } from './toast-store.ts';

/** Takes a text to the clipboard and says so, or says `failure`. */
export function copyText(text: string, failure: string): void {
  navigator.clipboard.writeText(text).then(
    () => toast({ title: 'Copied!', tone: 'success' }),
    () => toast({ title: texts.error, description: failure, tone: 'error' }),
  );
}

export type CopyFieldProps = {
  text: string;
  /** Name of the button. */
  label: string;
  /** Said when the browser does not let the text be copied. */
  failure: string;
};

/** A line of text to take along, shown whole, with a button that copies it. */
export function CopyField({ text, label, failure }: CopyFieldProps) {
  return (
    <div className="flex items-center gap-2 rounded-control border border-line bg-sunken py-1 pr-1 pl-3">
      <code className="min-w-0 flex-1 text-sm break-all">{text}</code>
      <Button variant="ghost" size="icon-sm" aria-label={label} onClick={() => copyText(text, failure)}>
        <Copy aria-hidden="true" />
      </Button>
    </div>
  );
}
