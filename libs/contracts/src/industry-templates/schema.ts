import { z } from 'zod';
import { BusinessTone, IndustryKey } from '../identity/industries.ts';
import { Platform } from '../platforms/index.ts';

export const Weekday = z.enum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']);
export type Weekday = z.infer<typeof Weekday>;

/** Hashtags that belong together; so few that Instagram takes all of a set. */
const HashtagSet = z.object({ name: z.string(), tags: z.array(z.string()) });

/** When a post of a kind fits into the week, in the business's zone. */
const RhythmSlot = z.object({
  weekday: Weekday,
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  kind: z.string(),
  why: z.string(),
});

const ExamplePost = z.object({
  /** The kind of a slot of the rhythm. */
  kind: z.string(),
  caption: z.string(),
  /** What the photo should show. */
  photo: z.string(),
  platforms: z.array(Platform).min(1),
});

/** What a trade can post: things to photograph today, hashtags in use, a week's rhythm and posts to start from. */
export const IndustryTemplate = z.object({
  key: IndustryKey,
  label: z.string(),
  description: z.string(),
  color: z.string(),
  defaultTone: BusinessTone,
  captionIdeas: z.array(z.string()),
  hashtags: z.array(HashtagSet),
  postingRhythm: z.array(RhythmSlot),
  examplePosts: z.array(ExamplePost),
});
export type IndustryTemplate = z.infer<typeof IndustryTemplate>;

/** What is written for each industry; the rest of a template is in the list of industries. */
export type TemplateContent = Pick<IndustryTemplate, 'captionIdeas' | 'hashtags' | 'postingRhythm' | 'examplePosts'>;
