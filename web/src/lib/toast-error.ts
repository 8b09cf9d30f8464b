import { toast } from '#ui/toast-store.ts';
import { messageOr } from './api/errors.ts';
import { texts } from './texts.ts';

/** Says that something did not work: in the server's sentence, else in the given one. */
export function toastError(error: unknown, fallback: string): void {
  toast({ title: texts.error, description: messageOr(error, fallback), tone: 'error' });
}
