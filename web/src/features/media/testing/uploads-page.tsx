import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/react';
import type { Business } from '@postloom/contracts';
import { PageContextProvider } from '#data/page-context.tsx';
import { ada } from '#data/testing/people.ts';
import { DashboardUploadCard } from '../components/dashboard-upload-card.tsx';
import { UploadPill } from '../components/upload-pill.tsx';
import { aFile } from './held-uploads.ts';

export const bakery = { id: '00000000-0000-4000-8000-00000000000a', name: 'Marlow Bakehouse' } as Business;
export const florist = { id: '00000000-0000-4000-8000-00000000000b', name: 'Petal & Stem' } as Business;
export const six = Array.from({ length: 6 }, (_, index) => aFile(`${index + 1}.jpg`));

export type UploadsPageProps = { client: QueryClient; dashboard: boolean; business: Business };

/** A page of the product: the header's pill, and the dashboard's card while that page is open. */
export function UploadsPage({ client, dashboard, business }: UploadsPageProps) {
  return (
    <QueryClientProvider client={client}>
      <PageContextProvider value={{ user: ada, business, businesses: [bakery, florist] }}>
        <UploadPill onOpen={() => undefined} />
        {dashboard ? <DashboardUploadCard businessId={business.id} /> : null}
      </PageContextProvider>
    </QueryClientProvider>
  );
}

export function choose(...files: File[]): void {
  fireEvent.change(screen.getByLabelText('Browse files'), { target: { files } });
}
