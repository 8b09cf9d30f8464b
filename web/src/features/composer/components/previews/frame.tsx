import type { SocialAccount } from '@postloom/contracts';
import { Ellipsis, Globe, ImageIcon, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '#lib/cn.ts';
import { Avatar } from '#ui/index.ts';
import { linkedHost } from '../../marks.ts';
import { accountNames } from './account-name.ts';

/** The card that a post is in its feed. */
export function Frame({ children }: { children: ReactNode }) {
  return <div className="overflow-hidden rounded-card border border-line bg-cloth">{children}</div>;
}

/** Who posts it, when, and that everybody sees it. */
export function Head({
  account,
  kind,
  when,
  avatarClass,
}: {
  account: SocialAccount | undefined;
  /** What the account is, where the feed says it below the name. */
  kind?: string;
  when: string;
  avatarClass: string;
}) {
  const { name, initial } = accountNames(account);
  return (
    <div className={cn('flex gap-2.5 px-3 pt-3 pb-2', kind ? 'items-start' : 'items-center')}>
      <Avatar src={account?.avatarUrl ?? null} initials={initial} className={avatarClass} />
      <span className="grid min-w-0 flex-1 leading-tight">
        <span className="truncate text-sm font-bold">{name}</span>
        {kind ? <span className="truncate text-xs text-muted">{kind}</span> : null}
        <span className="flex items-center gap-1 text-xs text-muted">
          {when} · <Globe className="size-3" aria-hidden="true" />
        </span>
      </span>
      <Ellipsis className="size-5 text-muted" aria-hidden="true" />
    </div>
  );
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
