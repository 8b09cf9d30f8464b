import type { QueryClient } from '@tanstack/react-query';
import { nameAmongSeveral } from '#data/businesses.ts';
import { toast } from '#ui/toast-store.ts';
import { saySucceeded } from './photo-successors.ts';
import type { Twin } from './remove-twins.ts';
import { uploadTexts } from './upload-texts.ts';

/**
 * Says that this many photos have arrived, and in whose library where the person has several businesses. `twins` are those among them that
 * were there before: they are kept twice, unless the person says otherwise.
 */
export function sayArrived(client: QueryClient, businessId: string, count: number, twins: readonly Twin[]): void {
  const business = nameAmongSeveral(client, businessId);
  if (twins.length === 0) {
    const said = [uploadTexts.uploaded(count), business && uploadTexts.arrivedAt(count, business)];
    toast({ title: uploadTexts.success, description: said.filter(Boolean).join(' '), tone: 'success' });
    return;
  }
  toast({
    title: uploadTexts.uploaded(count),
    description: uploadTexts.twins(twins.length, count, business),
    tone: 'success',
    action: {
      label: uploadTexts.useExisting(twins.length),
      onSelect: () =>
        void import('./remove-twins.ts').then(({ removeTwins }) =>
          removeTwins(client, businessId, twins, (...succeeded) => saySucceeded(client, ...succeeded)),
        ),
    },
  });
}
