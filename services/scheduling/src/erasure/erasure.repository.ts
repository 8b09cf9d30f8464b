import { ErasurePlan } from '@postloom/persistence';

/** What scheduling holds of a business; targets, history and photo uses go with each post. */
export class ErasureRepository extends ErasurePlan {
  override readonly steps = [
    { table: 'posts' },
    { table: 'calendar_feeds', key: 'business_id' },
    { table: 'recurring_schedules' },
    { table: 'account_refs', key: 'account_id' },
    { table: 'photo_refs', key: 'photo_id' },
  ];
}
