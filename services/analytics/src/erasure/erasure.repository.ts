import { ErasurePlan } from '@postloom/persistence';

/** Everything that analytics stores about a business. */
export class ErasureRepository extends ErasurePlan {
  override readonly steps = [
    { table: 'library_photos', key: 'photo_id' },
    { table: 'published_targets', key: 'target_id' },
    { table: 'target_styles', key: 'target_id' },
    { table: 'metric_samples', key: 'business_id, target_id, read_at' },
    { table: 'account_samples', key: 'business_id, account_id, read_at' },
    { table: 'account_day_samples', key: 'business_id, account_id, day, read_at' },
    { table: 'target_figures', key: 'target_id' },
    { table: 'follower_days', key: 'business_id, day, account_id' },
    { table: 'account_days', key: 'business_id, day, account_id' },
    { table: 'account_removals', key: 'business_id, account_id, removed_at' },
    { table: 'stale_days', key: 'business_id, day' },
    { table: 'day_figures', key: 'business_id, dimension, day, value' },
    { table: 'day_tops', key: 'business_id, day, post_id' },
    { table: 'pool_members', key: 'business_id, platform' },
    { table: 'report_shares', key: 'id' },
    { table: 'business_refs', key: 'business_id' },
  ];
}
