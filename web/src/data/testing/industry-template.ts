import type { IndustryTemplate } from '@postloom/contracts';

/** A short template of a bakery's trade. */
export const bakeryTemplate: IndustryTemplate = {
  key: 'restaurant',
  label: 'Restaurant & Food',
  description: 'Dishes, specials and the people behind the counter',
  color: '#B5342B',
  defaultTone: 'friendly',
  captionIdeas: ['Show the oven.', 'Show the dough.', 'Show the queue.'],
  hashtags: [
    { name: 'Bread', tags: ['#bread', '#sourdough'] },
    { name: 'Cake', tags: ['#cake', '#baking'] },
    { name: 'Town', tags: ['#eatlocal', '#brunch'] },
  ],
  postingRhythm: [
    { weekday: 'tuesday', time: '11:00', kind: 'Loaf of the day', why: 'Before lunch.' },
    { weekday: 'thursday', time: '16:00', kind: 'Cake', why: 'Before the weekend.' },
  ],
  examplePosts: [
    { kind: 'Loaf of the day', caption: 'Crust first.', photo: 'A loaf, cut.', platforms: ['instagram', 'twitter'] },
    { kind: 'Loaf of the day', caption: 'Still warm.', photo: 'A loaf, whole.', platforms: ['instagram', 'facebook'] },
    { kind: 'Cake', caption: 'Cake is a plan.', photo: 'A cake.', platforms: ['instagram', 'facebook', 'twitter'] },
    { kind: 'Cake', caption: 'Leave room.', photo: 'Crumbs.', platforms: ['linkedin'] },
  ],
};
