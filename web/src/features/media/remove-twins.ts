import type { QueryClient } from '@tanstack/react-query';
import { refreshPhotos } from '#data/photos.ts';
import { messageOr } from '#lib/api/index.ts';
import { toast } from '#ui/toast-store.ts';
import { changePhotos } from './bulk.ts';
import { mediaTexts } from './texts.ts';

/** Removes copies that have just arrived; the photos that were there before stay. One that a post needs meanwhile stays as well. */
export async function removeTwins(
  client: QueryClient,
  twins: readonly { id: string; businessId: string }[],
): Promise<void> {
  const { signal } = new AbortController();
  const remove = (businessId: string, ids: readonly string[]) =>
    changePhotos(businessId, { ids }, { action: 'delete' }, signal, () => undefined);
  try {
    const outcomes = await Promise.all(
      [...Map.groupBy(twins, ({ businessId }) => businessId)].map(([businessId, own]) =>
        remove(
          businessId,
          own.map(({ id }) => id),
        ),
      ),
    );
    const problem = outcomes.map(({ failed, reason }) => reason ?? failed[0]?.message).find(Boolean);
    if (problem === undefined) {
      toast({ title: mediaTexts.success, description: mediaTexts.twinsRemoved(twins.length), tone: 'success' });
    } else {
      sayFailed(problem);
    }
  } catch (error) {
    sayFailed(messageOr(error, mediaTexts.noAnswer));
  } finally {
    await refreshPhotos(client);
  }
}

function sayFailed(description: string): void {
  toast({ title: mediaTexts.deleteFailed, description, tone: 'error' });
}
