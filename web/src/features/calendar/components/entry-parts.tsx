import type { Photo, Platform } from '@postloom/contracts';
import { ImageOff, Repeat, TriangleAlert } from 'lucide-react';
import { PhotoImage } from '#components/photo-image.tsx';
import { cn } from '#lib/cn.ts';
import { Badge, PlatformGlyph, StatusBadge } from '#ui/index.ts';
import type { EntryStatus } from '#data/calendar-entries.ts';
import { calendarTexts } from '../texts.ts';
import { StatusMark } from './status-mark.tsx';

/**
 * The picture of an entry, with its status in the corner where the entry does not show that elsewhere: a shape, because color
 * alone says nothing. Only an entry without a picture has the sign for that; one that is being read is an empty box.
 */
export function EntryCover({
  photoId,
  photo,
  status,
  width,
  className,
}: {
  photoId: string | null;
  photo: Photo | undefined;
  status?: EntryStatus;
  width: 64 | 400;
  className?: string;
}) {
  return (
    <span className={cn('relative block shrink-0', className)} aria-hidden="true">
      {photo ? (
        <PhotoImage photo={photo} width={width} decorative className="absolute inset-0 rounded-[inherit]" />
      ) : (
        <span className="absolute inset-0 grid place-items-center rounded-[inherit] border border-line bg-sunken text-muted">
          {photoId === null ? <ImageOff className="size-2/5 max-h-6" /> : null}
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

/** A warning about an entry: red where it did not go out, or may not have. */
export function TroubleSign({ status, className }: { status: EntryStatus; className?: string }) {
  return (
    <TriangleAlert
      className={cn('size-3.5 shrink-0', isGrave(status) ? 'text-madder' : 'text-weld', className)}
      aria-hidden="true"
    />
  );
}

export function isGrave(status: EntryStatus): status is 'failed' | 'attention' {
  return status === 'failed' || status === 'attention';
}

/** The status in words; what is not a post yet is recurring. */
export function EntryBadge({ status }: { status: EntryStatus }) {
  return status === 'recurring' ? (
    <Badge tone="outline">
      <Repeat aria-hidden="true" />
      {calendarTexts.recurring}
    </Badge>
  ) : (
    <StatusBadge status={status} />
  );
}
