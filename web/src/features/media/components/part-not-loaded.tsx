import { Button } from '#ui/index.ts';

/** A part of what is shown of a photo could not be read. */
export function PartNotLoaded({ text, onRetry }: { text: string; onRetry(): void }) {
  return (
    <p role="alert" className="flex flex-wrap items-center gap-3 text-sm text-muted">
      {text}
      <Button variant="secondary" size="sm" onClick={onRetry}>
        Retry
      </Button>
    </p>
  );
}
