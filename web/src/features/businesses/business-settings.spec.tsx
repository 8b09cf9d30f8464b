import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { aBakery } from '#data/testing/businesses.ts';
import { PageContextProvider } from '#data/page-context.tsx';
import { ada } from '#data/testing/people.ts';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { BusinessSettings } from './components/business-settings.tsx';

const fetched = stubbedFetch();

it('leads from a list of clients to each of them', async () => {
  fetched.mockImplementation(() => Promise.resolve(Response.json({ businessId: 'b2' })));
  const harbor = { ...aBakery, id: 'b2', name: 'Harbor Fish' };
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PageContextProvider value={{ user: ada, business: aBakery, businesses: [aBakery, harbor] }}>
        <BusinessSettings onCreate={() => undefined} />
      </PageContextProvider>
    </QueryClientProvider>,
  );
  expect(screen.getAllByRole('button', { name: /^Switch to / })).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Switch to Harbor Fish' }));
  const sent = () => fetched.mock.calls.flatMap(([, init]) => init?.body ?? []);
  await waitFor(() => expect(sent()).toEqual([JSON.stringify({ businessId: 'b2' })]));
});

it('what was typed is still there after a look at the other tab', async () => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PageContextProvider value={{ user: ada, business: aBakery, businesses: [aBakery] }}>
        <BusinessSettings onCreate={() => undefined} />
      </PageContextProvider>
    </QueryClientProvider>,
  );
  const turnTo = (name: string) => userEvent.click(screen.getByRole('tab', { name }));
  fireEvent.change(screen.getByLabelText('Target Audience'), { target: { value: 'Families nearby' } });
  await turnTo('General Settings');
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  fireEvent.change(screen.getByLabelText(/Business Name/), { target: { value: 'Juniper & Rye' } });
  await turnTo('AI Customization');
  expect(screen.getByLabelText('Target Audience')).toHaveValue('Families nearby');
  expect(screen.getByText('Not saved yet')).toBeInTheDocument();
  await turnTo('General Settings');
  expect(screen.getByLabelText(/Business Name/)).toHaveValue('Juniper & Rye');
});
