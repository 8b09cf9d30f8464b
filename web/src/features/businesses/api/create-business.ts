import type { BodyOf } from '@postloom/contracts';
import { invalidatePaths, routes, useCreation } from '#lib/api/index.ts';

export type NewBusiness = BodyOf<typeof routes.createBusiness>;

export function useCreateBusiness() {
  return useCreation(routes.createBusiness, (client) =>
    invalidatePaths(client, ['/api/businesses', '/api/user/active-business']),
  );
}
