import type { QueryClient } from '@tanstack/react-query';
import { navigate } from 'wouter/use-browser-location';
import { invalidateBusiness, invalidatePaths, routes, setPageBusinessId } from '#lib/api/index.ts';

/** Milliseconds until photos, albums and figures are read once more (specification, section 4). */
const READ_AGAIN_MS = 200;
const readAgain = [routes.photos.path, routes.albums.path, routes.dashboardStats.path];

/** What stays in the address: what is open, and how and when is looked at. */
const kept = new Set(['post', 'view', 'month', 'week', 'tab']);

/** What was filtered or searched for in one business hides what the next one has. */
function dropFilters(): void {
  const asked = new URLSearchParams(location.search);
  const left = new URLSearchParams([...asked].filter(([name]) => kept.has(name)));
  if (left.size < asked.size) {
    navigate(location.pathname + (left.size > 0 ? `?${left.toString()}` : '') + location.hash, { replace: true });
  }
}

/** Shows this business: all that is kept of it is read anew, and what follows a change a little later once more. */
export function showBusiness(client: QueryClient, businessId: string | null): void {
  setPageBusinessId(businessId);
  dropFilters();
  void invalidateBusiness(client, businessId);
  setTimeout(() => void invalidatePaths(client, readAgain), READ_AGAIN_MS);
}
