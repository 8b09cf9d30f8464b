import { albumRoutes } from './albums.ts';
import { clientErrorRoutes } from './client-errors.ts';
import { connectionRoutes } from './connections.ts';
import { contentRoutes } from './content.ts';
import { notificationRoutes } from './notifications.ts';
import { peopleRoutes } from './people.ts';
import { postToolRoutes } from './post-tools.ts';
import { publishingRoutes } from './publishing.ts';
import { recurringRoutes } from './recurring.ts';

/** The HTTP contract: one definition for gateway, OpenAPI, web client and tests. */
export const routes = {
  ...peopleRoutes,
  ...contentRoutes,
  ...albumRoutes,
  ...notificationRoutes,
  ...publishingRoutes,
  ...postToolRoutes,
  ...connectionRoutes,
  ...recurringRoutes,
  ...clientErrorRoutes,
} as const;

export const routeList = Object.values(routes);
