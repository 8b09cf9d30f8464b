import { ErasurePlan } from '@postloom/persistence';

/** Everything that scheduling stores about a business; targets, history and photo uses are deleted with each post. */
export class ErasureRepository extends ErasurePlan {
  override readonly steps = [
    { table: 'posts' },
    { table: 'calendar_feeds', key: 'business_id' },
    { table: 'recurring_schedules' },
    { table: 'account_replacements' },
    { table: 'account_refs', key: 'account_id' },
    { table: 'photo_refs', key: 'photo_id' },
  ];
}
