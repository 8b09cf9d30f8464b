import { ErasurePlan } from '@postloom/persistence';

/** The rows analytics keeps of a business. */
export class ErasureRepository extends ErasurePlan {
  override readonly steps = [
    { table: 'library_photos', key: 'photo_id' },
    { table: 'published_targets', key: 'target_id' },
  ];
}
