/**
 * The words that the product's specification fixes for the screens about people, businesses, plans and deletion: what a person meets, by
 * role and name, in a state of the screen. `spec-texts.spec.tsx` renders each state and looks for every line.
 */
export type Wanted = readonly [role: 'button' | 'combobox' | 'heading' | 'link' | 'tab' | 'text', name: string];

export type State = { readonly section: string; readonly shows: readonly Wanted[]; readonly hides?: readonly Wanted[] };

/** Section 2, 'Settings', by the state of the person. */
export const settings = {
  'on the free plan': {
    section: '2 Settings',
    shows: [
      ['heading', 'Settings'],
      ['link', 'Sign Out'],
      ['heading', 'Account Profile'],
      ['text', 'Ada'],
      ['text', 'ada@example.org'],
      ['text', 'Member since 2026'],
      ['text', 'FREE'],
      ['heading', 'Subscription'],
      ['text', 'Free Plan - Limited features'],
      ['button', 'Upgrade Plan'],
      ['heading', 'Usage This Month'],
      ['text', 'Premium AI included in your plan'],
      ['heading', 'Business Profile'],
      ['text', 'Rye & Co'],
      ['text', 'Restaurant & Food'],
      ['text', 'Friendly'],
      ['text', 'Hudson'],
      ['link', 'Edit'],
      ['heading', 'AI Caption Settings'],
      ['text', 'OpenAI GPT-4o'],
      ['text', 'Anthropic Claude 3.5'],
      ['text', 'xAI Grok Vision'],
      ['text', 'Active'],
      ['text', 'Included'],
      ['heading', 'Social Media Accounts'],
      ['text', 'Instagram'],
      ['text', 'Facebook'],
      ['text', 'X (Twitter)'],
      ['text', 'LinkedIn'],
      ['heading', 'Caption Preferences'],
      ['combobox', 'Default caption style'],
      ['button', 'Save Preferences'],
    ],
  },
  'on the Pro plan': {
    section: '2 Settings',
    shows: [
      ['text', 'PRO'],
      ['text', 'Pro Plan - $19/month'],
    ],
    hides: [
      ['button', 'Upgrade Plan'],
      ['text', 'Free Plan - Limited features'],
    ],
  },
  'on the Agency plan': {
    section: '2 Settings',
    shows: [
      ['text', 'AGENCY'],
      ['text', 'Agency Plan - $99/month'],
      ['text', 'Unlimited posts'],
    ],
    hides: [['button', 'Upgrade Plan']],
  },
  'without a business': {
    section: '2 Settings',
    shows: [['button', 'Create Business Profile']],
    hides: [['link', 'Edit']],
  },
} as const satisfies Record<string, State>;

/** Section 2, 'Business Settings'. */
export const businessSettings = {
  'with two businesses': {
    section: '2 Business Settings',
    shows: [
      ['heading', 'Business Settings'],
      ['button', 'New Business'],
      ['tab', 'AI Customization'],
      ['tab', 'General Settings'],
      ['text', 'Rye & Co'],
      ['text', 'Flax Studio'],
    ],
    hides: [
      ['text', 'No businesses yet'],
      ['button', 'Create Your First Business'],
    ],
  },
  'without one': {
    section: '2 Business Settings',
    shows: [
      ['heading', 'No businesses yet'],
      ['button', 'Create Your First Business'],
    ],
    hides: [
      ['button', 'New Business'],
      ['tab', 'AI Customization'],
    ],
  },
} as const satisfies Record<string, State>;

/** Sections 3 and 2: every industry with its label in pickers, in order. */
export const industryLabels = [
  'Real Estate',
  'Restaurant & Food',
  'Fitness & Health',
  'Beauty & Salon',
  'Photography',
  'E-commerce & Retail',
  'Healthcare & Medical',
  'Home Services & Construction',
  'Professional Services',
  'Event Planning',
  'Other Industry',
] as const;

/** Section 3: the tones of the two forms, and section 5: the tone that an industry gives to 'professional'. */
export const tones = {
  create: ['professional', 'friendly', 'creative', 'luxury'],
  editor: ['professional', 'friendly', 'luxury', 'edgy', 'family-friendly'],
  derived: {
    'Real Estate': 'professional',
    'Restaurant & Food': 'friendly',
    'Fitness & Health': 'friendly',
    'Beauty & Salon': 'friendly',
    Photography: 'creative',
    'E-commerce & Retail': 'professional',
    'Healthcare & Medical': 'professional',
    'Home Services & Construction': 'professional',
    'Professional Services': 'professional',
    'Event Planning': 'creative',
    'Other Industry': 'professional',
  },
} as const;

/** Section 9, 'Plans'. */
export const plans = {
  Free: [
    ...['$0', 'forever', '5 posts per month', '20 AI captions per month', '100 MB storage', '1 social account'],
    ...['Basic AI captions', 'Email support'],
  ],
  Pro: [
    ...['$19', 'per month', '100 posts per month', '500 AI captions per month', '5 GB storage', '5 social accounts'],
    ...['Premium AI captions', 'Advanced scheduling', 'Industry templates', 'Analytics dashboard', 'Priority support'],
  ],
  Agency: [
    ...['$99', 'per month', 'Unlimited posts', '2000 AI captions per month', '50 GB storage'],
    ...['Unlimited social accounts', 'Multi-business management', 'Team collaboration', 'White-label options'],
    'Dedicated support',
  ],
} as const;

/** Section 2, 'App shell': the entries of the user menu, by plan. */
export const userMenu = ['Profile', 'Settings', 'Billing', 'Log out'] as const;

/** Sections 2 and 9: what the static pages promise. */
export const legal = {
  'Privacy Policy': [
    ...[/aged 13 and over/, /We answer privacy inquiries within 30 days/, /Privacy questions:/, /Legal notices:/],
    ...[/The social platforms you connect/, /Three AI providers/, /Cloud storage/, /An authentication provider/],
  ],
  'Terms of Service': [
    ...[/at least 13 years old/, /30 days’ notice/, /billed monthly in advance/],
    /limits reset on the billing date/,
  ],
} as const;

/** Sections 2 and 9: the usage in the plan chooser. */
export const usageWarnings = {
  80: null,
  81: /^Approaching/,
  90: /^Approaching/,
  91: /^Almost at your limit/,
} as const;

/** Section 8: what is said once something is done, or when it is not. `null`: the server gave no sentence of its own. */
export const outcomes = {
  'the provider is switched': {
    done: { title: 'AI Provider Updated', description: 'Switched to Anthropic Claude 3.5 for caption generation.' },
    failed: { title: 'Error', description: 'Failed to switch AI provider.' },
  },
  'preferences are saved': {
    done: { title: 'Settings Updated', description: 'Your preferences have been saved successfully.' },
    failed: { title: 'Error', description: 'Failed to update settings. Please try again.' },
  },
  'the profile is saved': {
    done: {
      title: 'Business Profile Updated',
      description: 'Your AI captions will now be more personalized to your business!',
    },
    failed: { title: 'Error', description: 'Failed to update business profile' },
  },
  'a business is created on the dashboard': {
    done: { title: 'Business Created', description: 'My Photography Business has been set up successfully' },
    failed: { title: 'Creation Failed', description: 'Failed to create business' },
  },
  'a business is created on its settings': {
    done: { title: 'Business Created!', description: 'My Photography Business has been set up successfully' },
    failed: { title: 'Creation Failed', description: 'Failed to create business. Please try again.' },
  },
  'a business is deleted': {
    done: { title: 'Business Deleted', description: 'Business and all associated content have been removed.' },
    failed: { title: 'Delete Failed', description: 'Could not delete business. Please try again.' },
  },
  'a plan is chosen': {
    done: { title: 'Subscription Updated' },
    failed: { title: 'Upgrade Failed', description: 'Failed to upgrade subscription' },
  },
  'an account is disconnected': {
    done: { title: 'Instagram disconnected successfully' },
    failed: { title: 'Error', description: 'Failed to disconnect account. Please try again.' },
  },
} as const;

/** Section 8, 'Post limit': by the plan's name, also where it is not known. */
export const postLimit = {
  Pro: "You've reached your Pro plan limit. Upgrade to continue creating posts.",
  '': "You've reached your current plan limit. Upgrade to continue creating posts.",
} as const;
