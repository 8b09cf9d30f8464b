import { identityEvents } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { emitUserChanged } from '../users/index.ts';
import { businessFacts } from './business.ts';
import type { BusinessColumn, BusinessRow } from './business.ts';
import type { BusinessesRepository } from './businesses.repository.ts';

/** A new business of a person who is locked. The first one becomes active. */
export async function addBusiness(
  tx: Tx,
  businesses: BusinessesRepository,
  { id, userId, values }: { id: string; userId: string; values: ReadonlyMap<BusinessColumn, unknown> },
): Promise<BusinessRow> {
  const row = await businesses.insert(tx, id, userId, values);
  const version = await businesses.activateSome(tx, userId);
  if (version !== null) {
    await emitUserChanged(tx, userId, version);
  }
  await tx.emit(identityEvents.businessCreated, {
    ...{ businessId: id, entityId: id, version: row.version },
    data: businessFacts(row),
  });
  return row;
}
