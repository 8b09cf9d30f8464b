import { identityEvents } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';

/** Whoever remembers the person (the gateway, for its sessions) asks again. `version`: the users row's, just increased. */
export async function emitUserChanged(tx: Tx, userId: string, version: number): Promise<void> {
  await tx.emit(identityEvents.userChanged, { businessId: null, entityId: userId, version, data: { userId } });
}
