import { platformRules } from '@postloom/contracts';
import type { IndustryKey, Platform } from '@postloom/contracts';

/** The businesses of an industry, in a sentence. */
const BUSINESSES: Readonly<Record<IndustryKey, string>> = {
  realestate: 'real estate businesses',
  restaurant: 'restaurants',
  fitness: 'fitness businesses',
  beauty: 'salons',
  photography: 'photographers',
  ecommerce: 'shops',
  healthcare: 'practices',
  construction: 'home service businesses',
  professional: 'professional service businesses',
  events: 'event planners',
  other: 'businesses',
};

/** Businesses of one's own industry on a platform that are weighed in; 0: those of other industries alone. */
export interface OthersOnPlatform {
  readonly platform: Platform;
  readonly businesses: number;
}

/** Whose posts are weighed in beside one's own. */
export function othersSaid(industry: IndustryKey, platforms: readonly OthersOnPlatform[]): string {
  const heard = platforms.filter(({ businesses }) => businesses > 0);
  const [first] = heard;
  if (first === undefined) {
    return 'What works for other businesses is weighed in.';
  }
  if (heard.length === 1) {
    return `What works for ${first.businesses} other ${BUSINESSES[industry]} on ${platformRules[first.platform].name} is weighed in.`;
  }
  const each = heard.map(({ platform, businesses }) => `${businesses} on ${platformRules[platform].name}`).join(', ');
  return `What works for other ${BUSINESSES[industry]} is weighed in: ${each}.`;
}
