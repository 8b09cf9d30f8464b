import type { ReactNode } from 'react';
import { cn } from '#lib/cn.ts';

/** The one h1 of a page, what it is for, and its actions. */
export function PageHeader({
  title,
  description,
  actions,
  className,
}: {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  className?: string;
}) {
  return (
    <div className={cn('flex flex-wrap items-end justify-between gap-x-6 gap-y-3 pb-6', className)}>
      <div className="grid gap-1">
        <h1 className="text-2xl font-bold sm:text-3xl">{title}</h1>
        {description ? <div className="max-w-[68ch] text-base text-muted">{description}</div> : null}
      </div>
      {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
    </div>
  );
}
