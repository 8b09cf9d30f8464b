import type { Business } from '@postloom/contracts';

/** A bakery in its first days: nothing is said of it yet. */
export const aBakery: Business = {
  id: '0192f3c0-0000-7000-8000-00000000000b',
  name: 'Rye & Co',
  industryType: 'restaurant',
  customIndustryName: null,
  customAiPrompt: null,
  description: null,
  brandColors: null,
  businessLocation: 'Hudson',
  businessTone: 'friendly',
  targetAudience: null,
  businessSpecialty: null,
  uniqueSellingPoint: null,
  keyServices: null,
  businessPersonality: null,
  timeZone: 'UTC',
  lateLimitMinutes: 360,
  role: 'owner',
  createdAt: '2026-11-01T00:00:00Z',
  updatedAt: '2026-11-01T00:00:00Z',
  version: 1,
};

/** The business of a photographer, whose tone the editor does not offer. */
export const aStudio: Business = {
  ...aBakery,
  id: '0192f3c0-0000-7000-8000-00000000000a',
  name: 'North Studio',
  industryType: 'photography',
  businessLocation: null,
  businessTone: 'creative',
};
