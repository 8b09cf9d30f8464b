import { Repeat } from 'lucide-react';
import { cn } from '#lib/cn.ts';
import { StatusShape } from '#ui/index.ts';
import type { EntryStatus } from '#data/calendar-entries.ts';

/** The shape of a status; what is not a post yet has the sign of its schedule. */
export function StatusMark({ status, className }: { status: EntryStatus; className?: string }) {
  return status === 'recurring' ? (
    <Repeat className={cn('size-3 shrink-0 text-muted', className)} aria-hidden="true" />
  ) : (
    <StatusShape status={status} {...(className ? { className } : {})} />
  );
}
