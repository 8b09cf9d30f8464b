/**
 * The pages that search engines list and that links to the product show in chats and feeds, with what both say of them. The
 * origin asks search engines to leave every other page out. The build and the origin read this; the client needs none of it.
 */
export const publicPages: readonly PublicPage[] = [
  {
    path: '/',
    description:
      'For small businesses and agencies: upload photos, get captions in your own tone, and schedule posts to Instagram, Facebook, X, LinkedIn, and TikTok.',
  },
  {
    path: '/register',
    description: 'Create a free Postloom account and schedule your first post today. No credit card required.',
  },
  { path: '/login', description: 'Sign in to Postloom to plan, write, and publish the posts of your business.' },
  {
    path: '/privacy-policy',
    description:
      'What Postloom keeps about you and why, for how long, who else takes part, and how you can see, export, or delete it.',
  },
  {
    path: '/terms-of-service',
    description:
      'The agreement between you and Postloom in plain words: your account, your photos and captions, plans and payment, and changes.',
  },
  {
    path: '/data-deletion',
    description:
      'Have your Postloom account and everything in it deleted: what goes, how long it takes, and how you confirm. No sign-in needed.',
  },
];

export type PublicPage = { path: string; description: string };

/** What a link to the product shows; scripts/social-preview.mjs draws it. */
export const socialPreview = {
  path: '/social-preview.png',
  width: 1200,
  height: 630,
  alt: 'Postloom: Social Media Automation for Every Business. Weeks of posts as cloth: five threads for five platforms, each knot a post.',
};
