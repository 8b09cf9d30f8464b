import type { QueryClient } from '@tanstack/react-query';
import { callRoute, routes } from '#lib/api/index.ts';
import { refreshPhotos } from '#data/photos.ts';
import { toastError } from '#lib/toast-error.ts';
import { toast } from '#ui/toast-store.ts';
import { recentlyDeletedTexts } from '../recently-deleted-texts.ts';
import { mediaTexts } from '../texts.ts';

/** Brings a deleted photo back, or removes it for good, and says how it went. */
export async function changeDeleted(
  client: QueryClient,
  businessId: string | null,
  id: string,
  action: 'restore' | 'erase',
): Promise<void> {
  const { done, failed } = recentlyDeletedTexts;
  try {
    const [result] = await callRoute(routes.bulkPhotos, { businessId, body: { ids: [id], action } });
    if (result?.error) {
      toast({ title: failed[action], description: result.error.message, tone: 'error' });
    } else {
      toast({ title: mediaTexts.success, description: done[action], tone: 'success' });
    }
    await refreshPhotos(client);
  } catch (error) {
    toastError(error, failed[action]);
  }
}
