import { cn } from '#lib/cn.ts';

/** The app icon: two warp and two weft threads in plain weave, tied once. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={cn('size-8', className)} aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#2b4c8c" />
      <g strokeLinecap="round" strokeWidth="4.4" fill="none">
        <path d="M11 5.5v21" stroke="#fbf8f3" />
        <path d="M21 5.5v21" stroke="#fbf8f3" />
        <path d="M11 8.5v5" stroke="#2b4c8c" strokeWidth="7.6" strokeLinecap="butt" />
        <path d="M21 18.5v5" stroke="#2b4c8c" strokeWidth="7.6" strokeLinecap="butt" />
        <path d="M5.5 11h21" stroke="#f2b632" />
        <path d="M5.5 21h21" stroke="#f2877c" />
        <path d="M18.5 11h5M8.5 21h5" stroke="#2b4c8c" strokeWidth="7.6" strokeLinecap="butt" />
        <path d="M21 7.8v6.4M11 17.8v6.4" stroke="#fbf8f3" strokeLinecap="butt" />
      </g>
    </svg>
  );
}

/** Mark and name. The name is text, so it scales and is read out. */
export function Wordmark({ className, markClassName }: { className?: string; markClassName?: string }) {
  return (
    <span className={cn('inline-flex items-center gap-2.5 text-lg font-bold tracking-[-0.02em]', className)}>
      <BrandMark className={markClassName} />
      Postloom
    </span>
  );
}
