import type { Business, Industry, IndustryKey } from '@postloom/contracts';
import { industries } from '#lib/contract-data.ts';

export function industryOf(key: IndustryKey): Industry {
  const found = industries.find((industry) => industry.key === key);
  if (!found) {
    throw new Error(`Unknown industry ${key}`);
  }
  return found;
}

/** The custom name of an 'other' business, else the picker's label. */
export function industryLabel(business: Pick<Business, 'industryType' | 'customIndustryName'>): string {
  return business.customIndustryName || industryOf(business.industryType).label;
}

/** Customised when audience, specialty or selling point is filled. */
export function isCustomised(
  business: Pick<Business, 'targetAudience' | 'businessSpecialty' | 'uniqueSellingPoint'>,
): boolean {
  return Boolean(
    business.targetAudience?.trim() || business.businessSpecialty?.trim() || business.uniqueSellingPoint?.trim(),
  );
}
