import type { Photo, Platform } from '@postloom/contracts';
import { ImageOff, TriangleAlert } from 'lucide-react';
import { PhotoImage } from '#components/photo-image.tsx';
import { cn } from '#lib/cn.ts';
import { PlatformGlyph } from '#ui/index.ts';
import type { EntryStatus } from '../calendar-entries.ts';
import { StatusMark } from './status-mark.tsx';

/** The picture of an entry, with its status in the corner where the entry does not show that elsewhere: a shape, because color alone says nothing. */
export function EntryCover({
  photo,
  status,
  width,
  className,
}: {
  photo: Photo | undefined;
  status?: EntryStatus;
  width: 200 | 400;
  className?: string;
}) {
  return (
    <span className={cn('relative block shrink-0', className)} aria-hidden="true">
      {photo ? (
        <PhotoImage photo={photo} width={width} decorative className="absolute inset-0 rounded-[inherit]" />
      ) : (
        <span className="absolute inset-0 grid place-items-center rounded-[inherit] border border-line bg-sunken text-muted">
          <ImageOff className="size-2/5 max-h-6" />
        </span>
      )}
      {status ? (
        <span className="absolute -right-1 -bottom-1 grid size-4 place-items-center rounded-full bg-cloth shadow-soft">
          <StatusMark status={status} className="size-2.5" />
        </span>
      ) : null}
    </span>
  );
}

/** The platforms as their signs alone; their names are read out by the entry itself. */
export function Glyphs({ platforms, className }: { platforms: readonly Platform[]; className?: string }) {
  return (
    <span className={cn('inline-flex items-center gap-1', className)} aria-hidden="true">
      {platforms.map((platform) => (
        <PlatformGlyph key={platform} platform={platform} className="size-3" />
      ))}
    </span>
  );
}

export function TroubleSign({ isGrave, className }: { isGrave: boolean; className?: string }) {
  return (
    <TriangleAlert
      className={cn('size-3.5 shrink-0', isGrave ? 'text-madder' : 'text-weld', className)}
      aria-hidden="true"
    />
  );
}
