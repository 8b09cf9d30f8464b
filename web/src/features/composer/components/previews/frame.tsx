import type { LucideIcon } from 'lucide-react';
import { Globe, ImageIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '#lib/cn.ts';
import { linkedHost } from '../../marks.ts';

/** The card that a post is in its feed. */
export function Frame({ children }: { children: ReactNode }) {
  return <div className="overflow-hidden rounded-card border border-line bg-cloth">{children}</div>;
}

/** The row of things that readers do with a post: a picture of it, nothing to press. */
export function Actions({
  items,
  className,
}: {
  items: readonly { icon: LucideIcon; label?: string }[];
  className?: string;
}) {
  return (
    <div
      aria-hidden="true"
      className={cn('flex items-center justify-between text-xs font-semibold text-muted', className)}
    >
      {items.map(({ icon: Icon, label }, index) => (
        <span key={index} className="flex items-center gap-1">
          <Icon className={label ? 'size-4' : 'size-4.5'} strokeWidth={1.75} />
          {label}
        </span>
      ))}
    </div>
  );
}

/** Instead of the picture while none is chosen. */
export function NoPicture({ className }: { className?: string }) {
  return (
    <div className={cn('grid place-items-center content-center gap-2 bg-sunken text-sm text-muted', className)}>
      <ImageIcon className="size-6" strokeWidth={1.5} aria-hidden="true" />
      Choose a photo
    </div>
  );
}

/** What a feed makes of an address when there is no picture; the page behind it decides what it really shows. */
export function LinkCard({ caption, className }: { caption: string; className?: string }) {
  const host = linkedHost(caption);
  return host ? (
    <div className={cn('flex items-center gap-3 overflow-hidden border border-line bg-sunken', className)}>
      <span className="grid size-16 shrink-0 place-items-center bg-line/60 text-muted">
        <Globe className="size-6" strokeWidth={1.5} aria-hidden="true" />
      </span>
      <span className="grid min-w-0 py-2 pr-3 text-xs text-muted">
        <span className="truncate text-sm font-semibold text-ink">{host}</span>
        Title and picture come from the page
      </span>
    </div>
  ) : null;
}
