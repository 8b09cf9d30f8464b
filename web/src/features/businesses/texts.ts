import { placeOf, zoneName } from '#lib/time-zones.ts';

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
    description: (timeZone: string) => `Your calendar and schedules now use ${zoneName(timeZone)}.`,
  },
  timeZoneHint: 'The calendar, your schedules, and all times are shown in this time zone.',
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
  deleteWarning: 'Its photos, albums, captions, posts, and connected accounts will be deleted. This cannot be undone.',
  deleted: {
    title: 'Business Deleted',
    description: 'Business and all associated content have been removed.',
  },
  deleteFailed: {
    title: 'Delete Failed',
    description: 'Could not delete business. Please try again.',
  },
} as const;
