import { lazy } from 'react';

/** Code of the pages, each its own chunk. */
const loaders = {
  '/': () => import('./pages/dashboard-page.tsx'),
  '/media': () => import('./pages/media-page.tsx'),
  '/schedule': () => import('./pages/schedule-page.tsx'),
  '/automation': () => import('./pages/automation-page.tsx'),
  '/analytics': () => import('./pages/analytics-page.tsx'),
  '/business-settings': () => import('#features/businesses/components/business-settings-page.tsx'),
  '/settings': () => import('./pages/settings-page.tsx'),
} as const;

export const DashboardPage = lazy(loaders['/']);
export const MediaPage = lazy(loaders['/media']);
export const SchedulePage = lazy(loaders['/schedule']);
export const AutomationPage = lazy(loaders['/automation']);
export const AnalyticsPage = lazy(loaders['/analytics']);
export const BusinessSettingsPage = lazy(loaders['/business-settings']);
export const SettingsPage = lazy(loaders['/settings']);
export const NotFoundPage = lazy(() => import('./pages/not-found-page.tsx'));
export const PrivacyPolicyPage = lazy(() => import('#features/legal/components/privacy-policy.tsx'));
export const TermsOfServicePage = lazy(() => import('#features/legal/components/terms-of-service.tsx'));
export const DataDeletionPage = lazy(() => import('#features/legal/components/data-deletion.tsx'));

/** Fetches a page's code before it is asked for: on hover and on focus of its link. */
export function prefetchPage(path: string): void {
  const load = loaders[path as keyof typeof loaders] as (() => Promise<unknown>) | undefined;
  // A failed prefetch is tried again, and reported, when the page is opened.
  load?.().catch(() => undefined);
}
