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
  /** Stands alone: no shell and no public header around it. */
  bare?: boolean;
  /** Its place in the navigation, which follows the order of the table. */
  nav?: { label: string; icon: NavIcon };
  /** kB of gzipped script that its first load may take, where it is not the usual 180. */
  budget?: number;
};

export type NavIcon = 'dashboard' | 'photos' | 'calendar' | 'repeat' | 'chart' | 'store' | 'settings';

const page = (name: string) => `app/pages/${name}-page.tsx`;
const account = (name: string) => `features/account/components/${name}-page.tsx`;
const legal = (name: string) => `features/legal/components/${name}-page.tsx`;

export const screens: readonly Screen[] = [
  {
    path: '/',
    title: 'Dashboard',
    module: page('dashboard'),
    audience: 'members',
    also: ['app/pages/dashboard-panels.tsx'],
    nav: { label: 'Dashboard', icon: 'dashboard' },
  },
  {
    path: '/media',
    title: 'Media Library',
    module: page('media'),
    audience: 'members',
    nav: { label: 'Media', icon: 'photos' },
  },
  {
    path: '/schedule',
    title: 'Schedule Posts',
    module: page('schedule'),
    audience: 'members',
    nav: { label: 'Schedule', icon: 'calendar' },
    budget: 215,
  },
  {
    path: '/automation',
    title: 'Automation',
    module: page('automation'),
    audience: 'members',
    nav: { label: 'Automation', icon: 'repeat' },
  },
  {
    path: '/analytics',
    title: 'Analytics',
    module: page('analytics'),
    audience: 'members',
    nav: { label: 'Analytics', icon: 'chart' },
  },
  {
    path: '/business-settings',
    title: 'Business Settings',
    module: page('business-settings'),
    audience: 'members',
    // Two forms and a searchable list of time zones.
    budget: 200,
    nav: { label: 'Businesses', icon: 'store' },
  },
  {
    path: '/settings',
    title: 'Settings',
    module: page('settings'),
    audience: 'members',
    nav: { label: 'Settings', icon: 'settings' },
  },
  {
    path: '/',
    title: 'Social Media Automation for Every Business',
    module: 'features/landing/components/landing-page.tsx',
    audience: 'visitors',
    bare: true,
  },
  { path: '/login', title: 'Sign in', module: account('sign-in'), audience: 'visitors', bare: true },
  {
    path: '/register',
    title: 'Create your account',
    module: account('register'),
    audience: 'visitors',
    bare: true,
  },
  {
    path: '/forgot-password',
    title: 'Forgot your password?',
    module: account('forgot-password'),
    audience: 'everyone',
    bare: true,
  },
  {
    path: '/reset-password',
    title: 'Set a new password',
    module: account('reset-password'),
    audience: 'everyone',
    bare: true,
  },
  {
    path: '/verify-email',
    title: 'Confirm your email address',
    module: account('verify-email'),
    audience: 'everyone',
    bare: true,
  },
  {
    path: '/privacy-policy',
    title: 'Privacy Policy',
    module: legal('privacy-policy'),
    audience: 'everyone',
  },
  {
    path: '/terms-of-service',
    title: 'Terms of Service',
    module: legal('terms-of-service'),
    audience: 'everyone',
  },
  { path: '/data-deletion', title: 'Delete My Data', module: legal('data-deletion'), audience: 'everyone' },
  {
    path: '/data-deletion-status',
    title: 'Deletion Status',
    module: legal('data-deletion'),
    audience: 'everyone',
  },
  {
    path: '/data-deletion-confirm',
    title: 'Confirm Deletion',
    module: legal('data-deletion'),
    audience: 'everyone',
  },
];

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
  return screen.path === '/' && screen.audience === 'visitors'
    ? `Postloom: ${screen.title}`
    : `${screen.title} · Postloom`;
}
