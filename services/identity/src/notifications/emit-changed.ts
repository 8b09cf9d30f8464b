import { notificationEvents } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';

/** Notifies every open page of the business. Without `one`: several notifications changed at once. */
export function emitChanged(tx: Tx, businessId: string, one?: { id: string; version: number }): Promise<void> {
  return tx.emit(notificationEvents.notificationChanged, {
    businessId,
    entityId: one?.id ?? businessId,
    version: one?.version ?? 1,
    data: { notificationId: one?.id ?? null },
  });
}
