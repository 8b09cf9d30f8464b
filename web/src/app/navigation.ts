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
import { screens, type NavIcon } from './routes.ts';

type NavEntry = { path: string; label: string; icon: LucideIcon };

export const navIcons: Record<NavIcon, LucideIcon> = {
  dashboard: LayoutDashboard,
  photos: Images,
  calendar: CalendarDays,
  repeat: Repeat,
  chart: ChartNoAxesColumn,
  store: Store,
  settings: Settings,
};

/** The entries of the shell, in order. */
export const navEntries: readonly NavEntry[] = screens.flatMap(({ path, nav }) =>
  nav ? [{ path, label: nav.label, icon: navIcons[nav.icon] }] : [],
);

/** The entry whose path matches is active; for / only an exact match counts. */
export function isActivePath(entry: string, location: string): boolean {
  return entry === '/' ? location === '/' : location === entry || location.startsWith(`${entry}/`);
}

type Crumb = { label: string; path: string };

/** Hidden (empty) on /; elsewhere Home and one label per segment, unknown segments capitalized. */
export function breadcrumbOf(location: string): Crumb[] {
  const segments = location.split('/').filter(Boolean);
  if (segments.length === 0) {
    return [];
  }
  const crumbs: Crumb[] = [{ label: 'Home', path: '/' }];
  segments.forEach((segment, index) => {
    const path = `/${segments.slice(0, index + 1).join('/')}`;
    const label =
      screens.find((screen) => screen.path === path)?.title ?? segment.charAt(0).toUpperCase() + segment.slice(1);
    crumbs.push({ label, path });
  });
  return crumbs;
}
