import { CaptionVoice } from '../../../libs/contracts/src/index.ts';
import type { Business, IndustryKey } from '../../../libs/contracts/src/index.ts';

export type ProfileName = 'bakery' | 'gym' | 'property' | 'florist' | 'salon' | 'garage';

type Told = Pick<Business, 'name' | 'businessTone' | 'businessLocation' | 'keyServices' | 'description'> & {
  readonly industryType: IndustryKey;
};

/** What each wants in every caption, so that a program can see whether it was heard. */
const WISH = 'Name the business in every caption.';

const told: Readonly<Record<ProfileName, Told>> = {
  bakery: {
    ...{ name: 'Corner Bakery', industryType: 'restaurant', businessTone: 'friendly', businessLocation: 'Lisbon' },
    ...{ keyServices: 'Sourdough, cakes to order', description: 'Baking since 1904. A rye loaf is 4.50 €.' },
  },
  gym: {
    ...{ name: 'North Gym', industryType: 'fitness', businessTone: 'edgy', businessLocation: 'Leeds' },
    ...{ keyServices: 'Strength classes, open gym', description: 'Open from 6 to 22. First week free.' },
  },
  property: {
    ...{ name: 'Harbor Homes', industryType: 'realestate', businessTone: 'professional', businessLocation: 'Hamburg' },
    ...{ keyServices: 'Sales, rentals', description: 'Three brokers who know every street.' },
  },
  florist: {
    ...{ name: 'Wild Stem', industryType: 'events', businessTone: 'creative', businessLocation: 'Lyon' },
    ...{ keyServices: 'Bouquets, weddings', description: 'Flowers of the season from growers nearby.' },
  },
  salon: {
    ...{ name: 'Studio Fern', industryType: 'beauty', businessTone: 'luxury', businessLocation: 'Madrid' },
    ...{ keyServices: 'Cut, color, care', description: 'One chair, one guest at a time.' },
  },
  garage: {
    ...{ name: 'Miller Motors', industryType: 'other', businessTone: 'family-friendly', businessLocation: 'Osaka' },
    ...{ keyServices: 'Repairs, tires, inspections', description: 'Call 030 555 0123.' },
  },
};

/** How half of them want to sound; the others have not said. */
const voices: Readonly<Partial<Record<ProfileName, Partial<CaptionVoice>>>> = {
  bakery: {
    ...{ favoriteWords: ['crusty', 'knusprig', 'crujiente', 'croustillant', 'こんがり', 'مقرمش'], emojis: 'none' },
    bannedWords: ['delicious', 'köstlich', 'delicioso', 'délicieux', '美味しい', 'لذيذ', 'foodie', 'happy to help'],
    hashtagSets: [{ name: 'House', tags: ['#cornerbakery', '#bakedinlisbon'] }],
  },
  gym: { bannedWords: ['beast mode', 'no excuses', 'shred'], emojis: 'many' },
  florist: { favoriteWords: ['wild', 'in season'], bannedWords: ['perfect', 'parfait', 'perfekt', 'perfecto'] },
};

export function voiceOf(name: ProfileName): CaptionVoice {
  return CaptionVoice.parse(voices[name] ?? {});
}

/** The business as its captions see it. */
export function businessOf(name: ProfileName): Business {
  return {
    ...{ id: `00000000-0000-4000-8000-00000000000${Object.keys(told).indexOf(name)}`, customIndustryName: null },
    ...{ customAiPrompt: WISH, brandColors: null, targetAudience: null, businessSpecialty: null },
    ...{ uniqueSellingPoint: null, businessPersonality: null, timeZone: 'Europe/Berlin', lateLimitMinutes: 360 },
    ...{ role: 'owner', version: 1, createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
    ...told[name],
  };
}

/** Everything its owner wrote: numbers and names of it may be said again. */
export function toldBy(name: ProfileName): string {
  return [...Object.values(told[name]), WISH].join('\n');
}
