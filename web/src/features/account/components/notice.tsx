import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '#lib/cn.ts';

const tones = { neutral: 'text-woad', good: 'text-moss', warning: 'text-weld' } as const;

/** One fact above or instead of a form, announced when it comes up. */
export function Notice({
  icon: Icon,
  tone = 'neutral',
  children,
}: {
  icon: LucideIcon;
  tone?: keyof typeof tones;
  children: ReactNode;
}) {
  return (
    <div role="status" className="flex gap-3 rounded-card border border-line bg-cloth p-4 text-sm">
      <Icon className={cn('mt-0.5 size-5 shrink-0', tones[tone])} aria-hidden="true" />
      <div className="grid min-w-0 gap-1 break-words">{children}</div>
    </div>
  );
}
