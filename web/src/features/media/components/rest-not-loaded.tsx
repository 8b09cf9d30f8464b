import { cn } from '#lib/cn.ts';
import { Button } from '#ui/index.ts';

/** More of a list of photos could not be read; what is there stays. */
export function RestNotLoaded({ className, onReadAgain }: { className?: string; onReadAgain(): void }) {
  return (
    <p
      role="alert"
      className={cn(
        'flex flex-wrap items-center justify-center gap-3 rounded-card border border-line bg-cloth py-2.5 text-sm text-muted',
        className,
      )}
    >
      The rest of your photos did not load.
      <Button variant="secondary" size="sm" onClick={onReadAgain}>
        Load more
      </Button>
    </p>
  );
}
