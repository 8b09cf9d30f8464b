import { ErasurePlan } from '@postloom/persistence';

/** Everything that analytics stores about a business. */
export class ErasureRepository extends ErasurePlan {
  override readonly steps = [
    { table: 'library_photos', key: 'photo_id' },
    { table: 'published_targets', key: 'target_id' },
  ];
}
