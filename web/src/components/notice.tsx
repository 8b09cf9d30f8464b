import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '#lib/cn.ts';

/** A sentence about what is missing, with the way to it. */
export function Notice({
  action,
  className,
  children,
}: {
  action?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div
      className={cn(
        'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line bg-woad-soft px-4 py-3 text-sm',
        className,
      )}
    >
      <Info className="size-4 shrink-0 text-woad" aria-hidden="true" />
      <p className="min-w-0 flex-1 basis-60">{children}</p>
      {action}
    </div>
  );
}
