import { albumRoutes } from './albums.ts';
import { analyticsRoutes } from './analytics.ts';
import { billingRoutes } from './billing.ts';
import { clientErrorRoutes } from './client-errors.ts';
import { connectionRoutes } from './connections.ts';
import { contentRoutes } from './content.ts';
import { deletionRoutes } from './deletion.ts';
import { exportRoutes } from './exports.ts';
import { notificationRoutes } from './notifications.ts';
import { openidRoutes } from './openid.ts';
import { peopleRoutes } from './people.ts';
import { postToolRoutes } from './post-tools.ts';
import { publishingRoutes } from './publishing.ts';
import { recurringRoutes } from './recurring.ts';
import { searchRoutes } from './search.ts';
import { securityRoutes } from './security.ts';
import { uploaderRoutes } from './uploader.ts';

/** The HTTP contract: one definition for gateway, OpenAPI, web client and tests. */
export const routes = {
  ...peopleRoutes,
  ...openidRoutes,
  ...securityRoutes,
  ...contentRoutes,
  ...uploaderRoutes,
  ...albumRoutes,
  ...notificationRoutes,
  ...deletionRoutes,
  ...exportRoutes,
  ...publishingRoutes,
  ...postToolRoutes,
  ...connectionRoutes,
  ...recurringRoutes,
  ...clientErrorRoutes,
  ...billingRoutes,
  ...analyticsRoutes,
  ...searchRoutes,
} as const;

export const routeList = Object.values(routes);
