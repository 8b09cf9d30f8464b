import { placeOf, zoneName } from '#lib/time-zones.ts';
import { listOf, plural } from '#lib/words.ts';

export const businessTexts = {
  saved: {
    title: 'Business saved',
    description: (name: string) => `Your business is now called ${name}.`,
  },
  profileSaved: {
    title: 'Business Profile Updated',
    description: 'Your AI captions will now be more personalized to your business!',
  },
  saveFailed: 'Failed to update business profile',
  timeZoneSaved: {
    title: 'Time zone saved',
    description: (timeZone: string) =>
      `Your calendar now uses ${zoneName(timeZone)}. Recurring posts keep their time of day; posts you scheduled go out at the same moment as before.`,
  },
  benefits: {
    title: 'What a complete profile does for you',
    list: [
      'Captions name what you offer instead of describing photos in general.',
      'The tone stays the same on every platform, whoever posts.',
      'Local customers read the name of their own town.',
    ],
  },
  noneYet: 'Photos, posts, and accounts belong to a business. It takes a minute to set one up.',
  setUpLead: 'Captions are written from what you enter here. You can change everything later.',
  industryLead: 'Your industry sets the tone of your captions and your first ideas. Pick the closest one.',
  nameYourIndustry:
    'A word or two here makes the captions fit better. You can also leave it empty and create the business.',
  toneNotice: (industry: string, tone: string) =>
    `${industry} businesses start with the ${tone} tone. You can change it in AI Customization at any time.`,
  nextSteps: {
    title: (name: string) => `${name} is ready`,
    lead: 'Four short steps to your first week, in any order.',
  },
  timeZoneUse: 'Your calendar and schedules use it.',
  timeZoneHint:
    'All times are shown in this time zone. If you change it, recurring posts keep their time of day, and posts you scheduled go out at the same moment as before.',
  timeZoneElsewhere: (browser: string, offset: string) =>
    `Your browser is set to ${placeOf(browser)} (${offset}). Your business keeps its own time zone.`,
  /** The two places where a business is created have words of their own. */
  created: {
    title: { dashboard: 'Business Created', settings: 'Business Created!' },
    description: (name: string) => `${name} has been set up successfully`,
  },
  createFailed: {
    title: 'Creation Failed',
    description: {
      dashboard: 'Failed to create business',
      settings: 'Failed to create business. Please try again.',
    },
  },
  deleteQuestion: (name: string) => `Delete ${name}?`,
  deleteConsequence: (name: string) =>
    `Deleting ${name} permanently removes its photos, posts, schedules, and connected accounts.`,
  deleteWarning: ({ photos, scheduledPosts }: { photos: number; scheduledPosts: number }) => {
    const counted = [
      ...(photos > 0 ? [plural(photos, 'photo')] : []),
      ...(scheduledPosts > 0 ? [plural(scheduledPosts, 'scheduled post')] : []),
    ];
    const included = counted.length > 0 ? ` That includes ${listOf(counted)}.` : '';
    return `Its photos, albums, captions, posts, and connected accounts will be deleted.${included} This cannot be undone.`;
  },
  /** A long name does not fit on the button; the question above it has it in full. */
  deleteConfirm: (name: string) => (name.length > 28 ? 'Delete Business' : `Delete ${name}`),
  deleted: {
    title: 'Business Deleted',
    description: 'Business and all associated content have been removed.',
  },
  settingsOf: (name: string) => `Settings of ${name}`,
  nowWorkingOn: (name: string) => `You are now working on ${name}.`,
  deleteFailed: {
    title: 'Delete Failed',
    description: 'Could not delete business. Please try again.',
  },
} as const;
