import { cn } from '#lib/cn.ts';

/** A turning thread. Decorative: always beside a text that says what runs. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 20 20" className={cn('size-4 animate-spin', className)} fill="none" aria-hidden="true">
      <circle cx="10" cy="10" r="7.5" stroke="currentColor" strokeOpacity="0.25" strokeWidth="2.5" />
      <path d="M10 2.5a7.5 7.5 0 0 1 7.5 7.5" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
}

/** Spinner and its text, announced politely. Use it where a skeleton has no shape to show. */
export function SpinnerWithText({ text, className }: { text: string; className?: string }) {
  return (
    <p role="status" className={cn('flex items-center justify-center gap-3 text-sm text-muted', className)}>
      <Spinner className="text-woad" />
      {text}
    </p>
  );
}
