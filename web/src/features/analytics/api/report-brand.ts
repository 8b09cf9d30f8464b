import type { BodyOf, ReportLogoAnswer } from '@postloom/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { routeQuery, routes, usePageBusiness, usePageCall } from '#lib/api/index.ts';

const brandQuery = (businessId: string | null) => routeQuery(routes.reportBrand, { businessId, quiet: true });

/** What the reports of the business look like. */
export function useReportBrand() {
  return useQuery(brandQuery(usePageBusiness()));
}

export function useSaveReportBrand() {
  const call = usePageCall();
  const client = useQueryClient();
  const { queryKey } = brandQuery(usePageBusiness());
  return useMutation({
    mutationFn: (body: BodyOf<typeof routes.saveReportBrand>) => call(routes.saveReportBrand, { body, quiet: true }),
    onSuccess: (settings) => client.setQueryData(queryKey, settings),
  });
}

const logoQuery = (businessId: string | null) => routeQuery(routes.reportLogo, { businessId, quiet: true });

/** The logo on the reports of the business. */
export function useReportLogo() {
  return useQuery(logoQuery(usePageBusiness()));
}

export function useSaveReportLogo() {
  const call = usePageCall();
  const client = useQueryClient();
  const { queryKey } = logoQuery(usePageBusiness());
  return useMutation({
    mutationFn: async (file: Blob) =>
      call(routes.saveReportLogo, { body: { file: await base64Of(file) }, quiet: true }),
    onSuccess: (answer) => client.setQueryData(queryKey, answer),
  });
}

export function useDeleteReportLogo() {
  const call = usePageCall();
  const client = useQueryClient();
  const { queryKey } = logoQuery(usePageBusiness());
  return useMutation({
    mutationFn: () => call(routes.deleteReportLogo, { quiet: true }),
    onSuccess: () => client.setQueryData<ReportLogoAnswer>(queryKey, { logo: null }),
  });
}

function base64Of(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error ?? new Error('a file could not be read'));
    reader.readAsDataURL(file);
  });
}
