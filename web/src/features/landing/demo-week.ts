import type { PlatformId, PostStatus } from '#ui/index.ts';

/** The seeded week of the landing page: a bakery whose cloth is nearly finished. Times are New York's. */
export type DemoScene = 'loaf' | 'cup' | 'shop' | 'croissant' | 'wheat' | 'cake' | 'table';
export type DemoPost = {
  day: number;
  platform: PlatformId;
  time: string;
  status: PostStatus;
  scene: DemoScene;
  caption: string;
};

export const demoBusiness = { name: 'Juniper & Rye', kind: 'Bakery', place: 'New York' };
export const demoDays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
export const demoDayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
/** Index of the day that is 'today' in the demo. */
export const demoToday = 2;

export const demoPosts: readonly DemoPost[] = [
  {
    day: 0,
    platform: 'instagram',
    time: '7:00 AM',
    status: 'published',
    scene: 'loaf',
    caption: 'Country sourdough, out at seven',
  },
  {
    day: 0,
    platform: 'linkedin',
    time: '9:30 AM',
    status: 'published',
    scene: 'shop',
    caption: 'We are hiring a morning baker',
  },
  {
    day: 1,
    platform: 'facebook',
    time: '8:15 AM',
    status: 'published',
    scene: 'croissant',
    caption: 'Butter croissants, three days in the making',
  },
  {
    day: 2,
    platform: 'instagram',
    time: '7:00 AM',
    status: 'published',
    scene: 'cup',
    caption: 'A flat white while the ovens warm',
  },
  {
    day: 2,
    platform: 'tiktok',
    time: '6:30 PM',
    status: 'scheduled',
    scene: 'wheat',
    caption: 'From stalk to starter',
  },
  {
    day: 3,
    platform: 'twitter',
    time: '9:00 AM',
    status: 'scheduled',
    scene: 'croissant',
    caption: 'Almond croissants until they are gone',
  },
  {
    day: 4,
    platform: 'instagram',
    time: '7:00 AM',
    status: 'scheduled',
    scene: 'cake',
    caption: 'Weekend cakes: order by noon',
  },
  {
    day: 4,
    platform: 'facebook',
    time: '10:00 AM',
    status: 'scheduled',
    scene: 'cake',
    caption: 'Weekend cakes: order by noon',
  },
  { day: 5, platform: 'tiktok', time: '11:00 AM', status: 'draft', scene: 'table', caption: 'Saturday at the market' },
  {
    day: 5,
    platform: 'instagram',
    time: '8:30 AM',
    status: 'scheduled',
    scene: 'table',
    caption: 'Find us at the market',
  },
];

/** Days up to which each thread is woven; the rest of the warp is still bare. */
export const demoWovenDays: Partial<Record<PlatformId, number>> = {
  instagram: 6,
  facebook: 6,
  twitter: 5,
  linkedin: 5,
  tiktok: 6,
};
