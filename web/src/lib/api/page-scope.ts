import { useSyncExternalStore } from 'react';

/**
 * The business this page shows. Every scoped call names it in X-Business-Id, so that a switch in another tab can never
 * send a post of this tab to the wrong business.
 */
let pageBusinessId: string | null = null;
const listeners = new Set<() => void>();

export function setPageBusinessId(id: string | null): void {
  if (id === pageBusinessId) {
    return;
  }
  pageBusinessId = id;
  for (const listener of listeners) {
    listener();
  }
}

export function pageBusiness(): string | null {
  return pageBusinessId;
}

/** Calls the listener after each change; returns how to stop. */
export function onPageBusinessChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The business this page shows, for the keys of its reads. */
export function usePageBusiness(): string | null {
  return useSyncExternalStore(onPageBusinessChange, pageBusiness);
}

const accountPaths = [
  '/api/auth/',
  '/api/businesses',
  '/api/industry-templates',
  '/api/user/active-business',
  '/api/user/export',
  '/api/user/import',
  '/api/notifications/device',
  '/api/notifications/preferences',
  '/api/notifications/unsubscribe',
  '/api/data-deletion',
  '/api/billing',
];

/** True for calls about the person, not about one business: they carry no X-Business-Id. */
export function isAccountPath(path: string): boolean {
  return accountPaths.some((prefix) => path.startsWith(prefix));
}
