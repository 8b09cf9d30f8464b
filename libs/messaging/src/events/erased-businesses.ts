import type { Tx } from '@postloom/persistence';

/**
 * Tombstones of erased businesses. A service that keeps them provides this class; every inbox then refuses late events of such a
 * business, inside the same transaction, so that nothing of it comes back after its erasure. Handlers of the erasure itself say
 * `evenWhenErased` in `@On`.
 */
export abstract class ErasedBusinesses {
  abstract isErased(tx: Tx, businessId: string): Promise<boolean>;
}
