import {
  CalendarDays,
  ChartNoAxesColumn,
  Images,
  LayoutDashboard,
  Repeat,
  Settings,
  Store,
  type LucideIcon,
} from 'lucide-react';

export type NavEntry = { path: string; label: string; icon: LucideIcon };

/** The seven entries of the shell, in order. */
export const navEntries: readonly NavEntry[] = [
  { path: '/', label: 'Dashboard', icon: LayoutDashboard },
  { path: '/media', label: 'Media', icon: Images },
  { path: '/schedule', label: 'Schedule', icon: CalendarDays },
  { path: '/automation', label: 'Automation', icon: Repeat },
  { path: '/analytics', label: 'Analytics', icon: ChartNoAxesColumn },
  { path: '/business-settings', label: 'Businesses', icon: Store },
  { path: '/settings', label: 'Settings', icon: Settings },
];

/** The entry whose path matches is active; for / only an exact match counts. */
export function isActivePath(entry: string, location: string): boolean {
  return entry === '/' ? location === '/' : location === entry || location.startsWith(`${entry}/`);
}

const segmentLabels: Record<string, string> = {
  dashboard: 'Dashboard',
  media: 'Media Library',
  schedule: 'Schedule Posts',
  automation: 'Automation',
  analytics: 'Analytics',
  'business-settings': 'Business Settings',
  settings: 'Settings',
};

export type Crumb = { label: string; path: string };

/** Hidden (empty) on /; elsewhere Home and one label per segment, unknown segments capitalised. */
export function breadcrumbOf(location: string): Crumb[] {
  const segments = location.split('/').filter(Boolean);
  if (segments.length === 0) {
    return [];
  }
  const crumbs: Crumb[] = [{ label: 'Home', path: '/' }];
  segments.forEach((segment, index) => {
    const label = segmentLabels[segment] ?? segment.charAt(0).toUpperCase() + segment.slice(1);
    crumbs.push({ label, path: `/${segments.slice(0, index + 1).join('/')}` });
  });
  return crumbs;
}
