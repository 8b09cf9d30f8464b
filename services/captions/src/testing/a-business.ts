import type { Business } from '@postloom/contracts';

/** A bakery with little in its profile, and what a test says of it. */
export function aBusiness(id: string, profile: Partial<Business> = {}): Business {
  return {
    ...{ id, name: 'Corner Bakery', industryType: 'restaurant', customIndustryName: null },
    ...{ customAiPrompt: null, description: null, brandColors: null, businessLocation: null },
    ...{ businessTone: 'friendly', targetAudience: null, businessSpecialty: null, uniqueSellingPoint: null },
    ...{ keyServices: null, businessPersonality: null, timeZone: 'Europe/Berlin', lateLimitMinutes: 360 },
    ...{ role: 'owner', version: 1 },
    ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
    ...profile,
  };
}
