import { ErasurePlan } from '@postloom/persistence';

/** Everything that captions stores about a business. */
export class ErasureRepository extends ErasurePlan {
  override readonly steps = [
    { table: 'generations' },
    { table: 'occurrence_captions' },
    { table: 'ai_settings', key: 'business_id' },
    { table: 'voices', key: 'business_id' },
  ];
}
