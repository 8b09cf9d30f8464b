import { ErasurePlan } from '@postloom/persistence';

/** What is left of a business after its own row went, and its memberships with it. */
export class ErasureRepository extends ErasurePlan {
  override readonly steps = [{ table: 'notifications' }];
}
