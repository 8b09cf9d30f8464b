import { plural } from '#lib/words.ts';
import { toast, type ToastInput } from '#ui/toast-store.ts';
import type { BulkAction, BulkOutcome } from './bulk.ts';
import { mediaTexts } from './texts.ts';

type Count = Pick<BulkOutcome, 'done' | 'gone'>;

const texts = {
  gone: (count: number) => `${plural(count, 'photo')} ${count === 1 ? 'was' : 'were'} not there any more.`,
  noneChanged: 'Nothing was changed',
  allGone: (count: number) =>
    count === 1 ? 'This photo is not there any more.' : 'These photos are not there any more.',
} as const;

function doneText(change: BulkAction, done: number): string {
  switch (change.action) {
    case 'delete':
      return mediaTexts.deleted(done);
    case 'restore':
      return mediaTexts.restored(done);
    case 'tag':
      return mediaTexts.tagged(done);
    case 'move':
      return change.albumId === null ? mediaTexts.unsorted(done) : mediaTexts.moved(done);
  }
}

/** What was done, and how many photos it could not be done to because they are gone; nothing where neither is so. */
function say(description: string, { done, gone }: Count, action?: ToastInput['action']): void {
  if (done > 0) {
    toast({
      ...{ title: mediaTexts.success, tone: 'success' },
      description: gone > 0 ? `${description.replace(/!$/, '')}. ${texts.gone(gone)}` : description,
      ...(action ? { action } : {}),
    });
  } else if (gone > 0) {
    toast({ title: texts.noneChanged, description: texts.allGone(gone) });
  }
}

export function sayChanged(change: BulkAction, count: Count, action?: ToastInput['action']): void {
  say(doneText(change, count.done), count, action);
}

export function sayUndone(count: Count): void {
  say(mediaTexts.undone, count);
}
