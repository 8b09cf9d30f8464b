import { ErasurePlan } from '@postloom/persistence';

/** Everything that scheduling stores about a business; targets, history, photo uses, detached photos and words are deleted with each post. */
export class ErasureRepository extends ErasurePlan {
  override readonly steps = [
    { table: 'posts' },
    { table: 'post_words', key: 'business_id, word, created_at, post_id' },
    { table: 'post_grams', key: 'business_id, gram, word' },
    { table: 'left_post_words', key: 'business_id, word' },
    { table: 'calendar_feeds', key: 'business_id' },
    { table: 'recurring_schedules' },
    { table: 'account_replacements' },
    { table: 'account_refs', key: 'account_id' },
    { table: 'photo_refs', key: 'photo_id' },
  ];
}
