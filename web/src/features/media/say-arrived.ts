import type { QueryClient } from '@tanstack/react-query';
import { toast } from '#ui/toast-store.ts';
import { uploadTexts } from './upload-texts.ts';

/**
 * Says that this many photos have arrived. `twins` are those among them that were there before: they are kept twice, unless the
 * person says otherwise.
 */
export function sayArrived(
  client: QueryClient,
  count: number,
  twins: readonly { id: string; businessId: string }[],
): void {
  if (twins.length === 0) {
    toast({ title: uploadTexts.success, description: uploadTexts.uploaded(count), tone: 'success' });
    return;
  }
  toast({
    title: uploadTexts.uploaded(count),
    description: uploadTexts.twins(twins.length, count),
    tone: 'success',
    action: {
      label: uploadTexts.useExisting,
      onSelect: () => void import('./remove-twins.ts').then(({ removeTwins }) => removeTwins(client, twins)),
    },
  });
}
