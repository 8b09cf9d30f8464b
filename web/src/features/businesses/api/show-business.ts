import type { QueryClient } from '@tanstack/react-query';
import { invalidateBusiness, invalidatePaths, routes, setPageBusinessId } from '#lib/api/index.ts';

/** Milliseconds until photos, albums and figures are read once more (specification, section 4). */
const READ_AGAIN_MS = 200;
const readAgain = [routes.photos.path, routes.albums.path, routes.dashboardStats.path];

/** Shows this business: all that is kept of it is read anew, and what follows a change a little later once more. */
export function showBusiness(client: QueryClient, businessId: string | null): void {
  setPageBusinessId(businessId);
  void invalidateBusiness(client, businessId);
  setTimeout(() => void invalidatePaths(client, readAgain), READ_AGAIN_MS);
}
