import { plural } from '#lib/words.ts';

type Counts = { businesses: number; photos: number; posts: number; schedules: number };

const ofBusiness = ({ photos, posts, schedules }: Counts) =>
  [plural(photos, 'photo'), plural(posts, 'post'), plural(schedules, 'schedule')].join(', ');

export const countsText = {
  /** '1,204 photos, 310 posts, 2 schedules'. */
  ofBusiness,
  /** The same with '1 business, ' before it. */
  all: (counts: Counts) => `${plural(counts.businesses, 'business', 'businesses')}, ${ofBusiness(counts)}`,
};

export const exportTexts = {
  title: 'Export your data',
  lead: 'A zip with all your businesses, original photos, posts with their results, and schedules. You can open it offline.',
  loading: 'Looking for your export',
  start: 'Export everything',
  again: 'Make a new export',
  starting: 'Starting',
  download: (size: string) => `Download (${size})`,
  working: 'Your export is being made',
  percent: (percent: number) => `${percent}% done`,
  workingHint: 'You can leave this page. We email you when it is ready.',
  ready: (until: string) => `Ready until ${until}.`,
  expired: 'Your last export has expired and was deleted. You can make a new one at any time.',
  failed: 'Your last export could not be made. Nothing of yours has changed; please try again.',
  startFailed: 'The export could not be started. Please try again.',
  counts: countsText.all,
};
