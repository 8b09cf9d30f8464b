import type { Business } from '@postloom/contracts';

/** Everything the owner wrote about the business, to recognise links, sums and dates of their own. */
export function profileText(business: Business): string {
  return Object.values(business)
    .filter((value) => typeof value === 'string')
    .join('\n');
}
