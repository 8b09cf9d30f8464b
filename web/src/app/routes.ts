/**
 * Every screen of the client, once: its address, its names, its code, and who sees it. The routes, navigation, breadcrumb,
 * palette and tab titles come from this table, and so do the paths and preloads of the web server and the size budgets, which
 * read it in Node: data alone, no imports. A new screen is a row here and a file.
 */
export type Screen = {
  path: string;
  /** In the tab's title and in the breadcrumb. */
  title: string;
  /** Its component, as default export of a chunk of its own; from web/src. */
  module: string;
  /** Code that it fetches by itself as soon as it is there. */
  also?: readonly string[];
  /** 'members' have a session, 'visitors' have none. */
  audience: 'members' | 'visitors' | 'everyone';
  /** What it asks the server first, beside what every screen of a member does. */
  reads?: readonly FirstRead[];
  /** Stands alone: no shell and no public header around it. */
  bare?: boolean;
  /**
   * For whoever has its link: the answer names the page to no other site, no search engine lists it, no cache keeps it, and its HTML says
   * nothing of the product.
   */
  isByLink?: boolean;
  /** Its place in the navigation, which follows the order of the table. */
  nav?: { label: string; icon: NavIcon };
  /** kB of gzipped script that its first load may take, where it is not the usual 180. */
  budget?: number;
};

/**
 * A read that a screen begins with; `as` says how a list is read to its end ('covers': the pictures of what the other reads have brought,
 * each kept by itself), `limit` how many rows of it are wanted, `query` and `days` which ones. The web origin asks for it and puts the
 * answer into the page, so that the first paint has it.
 */
export type FirstRead = {
  path: string;
  query?: Readonly<Record<string, string>>;
  /** Days that depend on today: the month's page, the next seven, those whose failed posts are brought up. */
  days?: 'month' | 'coming' | 'failed';
} & ({ as: 'list' | 'pages' | 'covers'; limit?: never } | { as?: never; limit?: number });

/** A read with the answer to it, as it stands in the page; `query` names its days. */
export type FirstAnswer = Pick<FirstRead, 'path' | 'query' | 'as' | 'limit'> & { answer: unknown };

export type NavIcon = 'dashboard' | 'photos' | 'calendar' | 'repeat' | 'chart' | 'store' | 'settings';

/** What the rows of one kind have in common. */
const member = (name: string) => ({ module: `app/pages/${name}-page.tsx`, audience: 'members' }) as const;
const account = (name: string) => ({ module: `features/account/components/${name}-page.tsx`, bare: true }) as const;
const legal = (name: string) =>
  ({ module: `features/legal/components/${name}-page.tsx`, audience: 'everyone' }) as const;
/** Deletes a person: what they left on this device goes as well, which is for `app` to do. */
const deletion = (name: string) => ({ module: `app/pages/${name}-page.tsx`, audience: 'everyone' }) as const;

/** What the dashboard and the calendar say of the whole business. */
const overview: readonly FirstRead[] = [
  { path: '/api/dashboard/stats' },
  { path: '/api/social/status' },
  { path: '/api/recurring-schedules', as: 'list' },
];

export const screens: readonly Screen[] = [
  {
    path: '/',
    title: 'Dashboard',
    ...member('dashboard'),
    also: ['app/pages/dashboard-panels.tsx'],
    reads: [
      ...overview,
      // How far the business is: its newest posts and photos.
      { path: '/api/posts', limit: 2 },
      { path: '/api/photos', limit: 8 },
      { path: '/api/calendar', days: 'coming' },
      { path: '/api/posts/scheduled', limit: 100 },
      { path: '/api/posts', query: { status: 'failed' }, days: 'failed', limit: 100 },
      { path: '/api/photos', as: 'covers' },
    ],
    nav: { label: 'Dashboard', icon: 'dashboard' },
  },
  {
    path: '/media',
    title: 'Media Library',
    ...member('media'),
    reads: [
      { path: '/api/photos', as: 'pages' },
      { path: '/api/albums', as: 'list' },
    ],
    nav: { label: 'Media', icon: 'photos' },
  },
  {
    path: '/schedule',
    title: 'Schedule Posts',
    ...member('schedule'),
    reads: [
      ...overview,
      { path: '/api/calendar', days: 'month' },
      { path: '/api/posts', query: { status: 'draft' }, as: 'list' },
      { path: '/api/photos', as: 'covers' },
    ],
    nav: { label: 'Schedule', icon: 'calendar' },
  },
  {
    path: '/automation',
    title: 'Automation',
    ...member('automation'),
    reads: [{ path: '/api/recurring-schedules', as: 'list' }],
    nav: { label: 'Automation', icon: 'repeat' },
  },
  { path: '/analytics', title: 'Analytics', ...member('analytics'), nav: { label: 'Analytics', icon: 'chart' } },
  {
    path: '/business-settings',
    title: 'Business Settings',
    ...member('business-settings'),
    nav: { label: 'Businesses', icon: 'store' },
    // Two forms and a searchable list of time zones.
    budget: 200,
  },
  {
    path: '/settings',
    title: 'Settings',
    ...member('settings'),
    reads: [{ path: '/api/user/limits' }, { path: '/api/user/settings' }, { path: '/api/ai-settings' }],
    nav: { label: 'Settings', icon: 'settings' },
  },
  {
    path: '/',
    title: 'Social Media Automation for Every Business',
    module: 'features/landing/components/landing-page.tsx',
    audience: 'visitors',
    bare: true,
  },
  { path: '/login', title: 'Sign in', ...account('sign-in'), audience: 'visitors' },
  { path: '/register', title: 'Create your account', ...account('register'), audience: 'visitors' },
  { path: '/forgot-password', title: 'Forgot your password?', ...account('forgot-password'), audience: 'everyone' },
  { path: '/reset-password', title: 'Set a new password', ...account('reset-password'), audience: 'everyone' },
  { path: '/change-email', title: 'Use this email address', ...account('change-email'), audience: 'everyone' },
  { path: '/secure-account', title: 'Secure your account', ...account('secure-account'), audience: 'everyone' },
  { path: '/verify-email', title: 'Confirm your email address', ...account('verify-email'), audience: 'everyone' },
  {
    path: '/unsubscribe',
    title: 'Stop Emails',
    module: 'features/notifications/components/unsubscribe-page.tsx',
    audience: 'everyone',
  },
  {
    path: '/connect-sign-in',
    title: 'Connect your account',
    ...account('connect-sign-in'),
    audience: 'everyone',
  },
  {
    path: '/shared-report',
    title: 'Social media report',
    module: 'features/analytics/components/shared-report-page.tsx',
    audience: 'everyone',
    bare: true,
    isByLink: true,
  },
  { path: '/privacy-policy', title: 'Privacy Policy', ...legal('privacy-policy') },
  { path: '/terms-of-service', title: 'Terms of Service', ...legal('terms-of-service') },
  { path: '/data-deletion', title: 'Delete My Data', ...deletion('data-deletion') },
  { path: '/data-deletion-status', title: 'Deletion Status', ...legal('data-deletion-status') },
  { path: '/data-deletion-confirm', title: 'Confirm the Deletion', ...deletion('data-deletion-confirm') },
];

const memberReads: readonly FirstRead[] = [
  { path: '/api/auth/user' },
  { path: '/api/businesses', as: 'list' },
  { path: '/api/user/active-business' },
  // What may stand above a page: known before the first paint, it never pushes the page down.
  { path: '/api/social-accounts', as: 'list' },
  { path: '/api/social-accounts/replacements' },
  { path: '/api/notifications', as: 'list' },
];

/** What a screen asks first for somebody with a session, who they are included. */
export function readsOf(screen: Screen | undefined): readonly FirstRead[] {
  return [...memberReads, ...(screen?.reads ?? [])];
}

/** The path without slashes at its end. */
export function plainPath(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') || '/' : path;
}

/** What is at a path for somebody with or without a session. */
export function screenAt(path: string, signedIn: boolean): Screen | undefined {
  const plain = plainPath(path);
  const other = signedIn ? 'visitors' : 'members';
  return screens.find((screen) => screen.path === plain && screen.audience !== other);
}

/** The tab's title: what it shows comes first, the product last. The landing page is the product. */
export function documentTitle(screen: Screen | undefined): string {
  if (!screen) {
    return 'Page not found · Postloom';
  }
  // A report may be a customer's own, without the product's name.
  if (screen.isByLink) {
    return screen.title;
  }
  return screen.path === '/' && screen.audience === 'visitors'
    ? `Postloom: ${screen.title}`
    : `${screen.title} · Postloom`;
}
