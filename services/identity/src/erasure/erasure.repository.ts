import { ErasurePlan } from '@postloom/persistence';

/** What is left of a business after its row and its memberships were deleted. */
export class ErasureRepository extends ErasurePlan {
  override readonly steps = [{ table: 'notifications' }];
}
