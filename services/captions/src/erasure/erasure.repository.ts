import { ErasurePlan } from '@postloom/persistence';

/** The rows captions keeps of a business. */
export class ErasureRepository extends ErasurePlan {
  override readonly steps = [
    { table: 'generations' },
    { table: 'occurrence_captions' },
    { table: 'ai_settings', key: 'business_id' },
  ];
}
