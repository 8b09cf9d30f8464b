import { CircleAlert, X } from 'lucide-react';
import { Button } from '#ui/index.ts';
import type { CaptionFailure } from '../api/writing.ts';
import { captionTexts } from '../texts.ts';

/** Why nothing was written, and what leads on. */
export function FailureNote({
  failure: { message, way },
  mayBeWritten = true,
  onAgain,
  onUpgrade,
  onDismiss,
}: {
  failure: CaptionFailure;
  /** What failed is a text that the person can write as well. */
  mayBeWritten?: boolean;
  onAgain(): void;
  onUpgrade(): void;
  onDismiss(): void;
}) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-control border border-madder/40 bg-madder-soft py-1.5 pr-1.5 pl-3 text-sm"
    >
      <CircleAlert className="size-4 shrink-0 text-madder" aria-hidden="true" />
      <p className="min-w-0 flex-1 basis-48">{mayBeWritten ? captionTexts.writeItYourself(message) : message}</p>
      {way === 'again' ? (
        <Button variant="secondary" size="sm" onClick={onAgain}>
          Try again
        </Button>
      ) : null}
      {way === 'upgrade' ? (
        <Button variant="secondary" size="sm" onClick={onUpgrade}>
          Upgrade
        </Button>
      ) : null}
      <Button variant="ghost" size="icon-sm" aria-label="Dismiss" onClick={onDismiss}>
        <X aria-hidden="true" />
      </Button>
    </div>
  );
}
