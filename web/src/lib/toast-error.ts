import { toast } from '#ui/toast-store.ts';
import { messageOr } from './api/errors.ts';

/** Says that something did not work: in the server's sentence, else in the given one. */
export function toastError(error: unknown, fallback: string): void {
  toast({ title: 'Error', description: messageOr(error, fallback), tone: 'error' });
}
