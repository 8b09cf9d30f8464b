import { z } from 'zod';

export const IndustryKey = z.enum(
  [
    'realestate',
    'restaurant',
    'fitness',
    'beauty',
    'photography',
    'ecommerce',
    'healthcare',
    'construction',
    'professional',
    'events',
    'other',
  ],
  'Please select an industry',
);
export type IndustryKey = z.infer<typeof IndustryKey>;

export interface Industry {
  readonly key: IndustryKey;
  /** In pickers. */
  readonly label: string;
  /** On the landing page and the dashboard. */
  readonly shortLabel: string;
  readonly description: string;
  /** Tint of the brand's dye family, for tiles and threads. */
  readonly color: string;
}

/** The 11 industries, in the order in which every grid shows them. */
export const industries: readonly Industry[] = [
  {
    key: 'realestate',
    label: 'Real Estate',
    shortLabel: 'Real Estate',
    description: 'Listings, open houses and neighborhood stories',
    color: '#2B4C8C',
  },
  {
    key: 'restaurant',
    label: 'Restaurant & Food',
    shortLabel: 'Restaurants',
    description: 'Dishes, specials and the people behind the counter',
    color: '#B5342B',
  },
  {
    key: 'fitness',
    label: 'Fitness & Health',
    shortLabel: 'Fitness',
    description: 'Classes, progress and everyday motivation',
    color: '#2E6B48',
  },
  {
    key: 'beauty',
    label: 'Beauty & Salon',
    shortLabel: 'Beauty',
    description: 'Looks, treatments and open appointments',
    color: '#9C3F6A',
  },
  {
    key: 'photography',
    label: 'Photography',
    shortLabel: 'Photography',
    description: 'Portfolios, sessions and behind the scenes',
    color: '#5A4A9C',
  },
  {
    key: 'ecommerce',
    label: 'E-commerce & Retail',
    shortLabel: 'E-commerce',
    description: 'Products, launches and offers',
    color: '#9A6700',
  },
  {
    key: 'healthcare',
    label: 'Healthcare & Medical',
    shortLabel: 'Healthcare',
    description: 'Advice, team news and opening hours',
    color: '#1F6F78',
  },
  {
    key: 'construction',
    label: 'Home Services & Construction',
    shortLabel: 'Home Services',
    description: 'Projects, before and after, and seasonal tips',
    color: '#8A5A2B',
  },
  {
    key: 'professional',
    label: 'Professional Services',
    shortLabel: 'Professional Services',
    description: 'Expertise, cases and company news',
    color: '#3F5873',
  },
  {
    key: 'events',
    label: 'Event Planning',
    shortLabel: 'Events',
    description: 'Dates, venues and moments worth sharing',
    color: '#A8462F',
  },
  {
    key: 'other',
    label: 'Other Industry',
    shortLabel: 'Other',
    description: 'Tell us what you do and we adapt to it',
    color: '#655F78',
  },
];

/** Values of the create form; the profile editor offers more. */
export const BusinessTone = z.enum(['professional', 'friendly', 'creative', 'luxury', 'edgy', 'family-friendly']);
export type BusinessTone = z.infer<typeof BusinessTone>;
export const createFormTones = [
  'professional',
  'friendly',
  'creative',
  'luxury',
] as const satisfies readonly BusinessTone[];
export const editorTones = [
  'professional',
  'friendly',
  'luxury',
  'edgy',
  'family-friendly',
] as const satisfies readonly BusinessTone[];

/** An empty or 'professional' tone is derived from the industry at creation. */
export function toneFor(industry: IndustryKey, chosen: BusinessTone | '' | undefined): BusinessTone {
  if (chosen && chosen !== 'professional') {
    return chosen;
  }
  switch (industry) {
    case 'restaurant':
    case 'fitness':
    case 'beauty':
      return 'friendly';
    case 'photography':
    case 'events':
      return 'creative';
    case 'realestate':
    case 'professional':
    case 'healthcare':
    case 'ecommerce':
    case 'construction':
    case 'other':
      return 'professional';
  }
}
