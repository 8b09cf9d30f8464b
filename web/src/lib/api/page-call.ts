import { useCallback } from 'react';
import { callRoute } from './client.ts';
import { usePageBusiness } from './page-scope.ts';

/**
 * `callRoute` for the business that the page shows as this is rendered. What is sent later (one of many, a deletion that could be taken back,
 * an Undo) is sent for that business, also when the person has turned to another one by then.
 */
export function usePageCall(): typeof callRoute {
  const businessId = usePageBusiness();
  return useCallback<typeof callRoute>((route, options) => callRoute(route, { businessId, ...options }), [businessId]);
}
