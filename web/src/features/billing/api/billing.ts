import type { PaidTier } from '@postloom/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callRoute, routeQuery, routes, usePageBusiness } from '#lib/api/index.ts';
import { billingTexts } from '../texts.ts';
import { leaveFor } from '../leave.ts';

const person = { businessId: null };

/** How the person pays. */
export function useBilling() {
  return useQuery(routeQuery(routes.billing, person));
}

export function useInvoices(isPaid: boolean) {
  return useQuery({ ...routeQuery(routes.billingInvoices, person), enabled: isPaid });
}

/** What the plan would cost; asked for when somebody is about to choose it, since it changes by the hour. */
export function usePlanPreview(tier: PaidTier | null) {
  return useQuery({
    ...routeQuery(routes.billingPreview, { ...person, query: { tier: tier ?? 'pro' } }),
    enabled: tier !== null,
    gcTime: 0,
  });
}

export function useUsageHistory() {
  return useQuery(routeQuery(routes.usageHistory, { businessId: usePageBusiness() }));
}

/** To the page of the payment provider. */
export function usePortal() {
  return useMutation({
    mutationFn: () => callRoute(routes.billingPortal, {}),
    onSuccess: ({ url }) => leaveFor(url),
    meta: { failure: billingTexts.portalFailed },
  });
}
