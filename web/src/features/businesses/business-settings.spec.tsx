import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { aBakery } from '#data/testing/businesses.ts';
import { PageContextProvider } from '#data/page-context.tsx';
import { ada } from '#data/testing/people.ts';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { BusinessProfileCard } from './components/business-cards.tsx';
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
  expect(screen.getByRole('heading', { name: 'Settings of Rye & Co' })).toBeVisible();
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
  expect(screen.queryByRole('heading', { name: /^Settings of/ })).toBeNull();
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

it('opens at the tab that the address names', async () => {
  history.replaceState(null, '', '/business-settings?tab=general');
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PageContextProvider value={{ user: ada, business: aBakery, businesses: [aBakery] }}>
        <BusinessSettings onCreate={() => undefined} />
      </PageContextProvider>
    </QueryClientProvider>,
  );
  expect(screen.getByRole('tab', { name: 'General Settings' })).toHaveAttribute('aria-selected', 'true');
  await userEvent.click(screen.getByRole('tab', { name: 'AI Customization' }));
  expect(location.search).toBe('');
});

it('says which business it is about, and says so again when it is another one', () => {
  const client = createQueryClient();
  const about = (business: typeof aBakery) => (
    <QueryClientProvider client={client}>
      <PageContextProvider value={{ user: ada, business, businesses: [business] }}>
        <BusinessSettings onCreate={() => undefined} />
      </PageContextProvider>
    </QueryClientProvider>
  );
  const { rerender } = render(about(aBakery));
  const status = screen.getByText('You are now working on Rye & Co.');
  expect(status).toHaveRole('status');
  rerender(about({ ...aBakery, id: 'b2', name: 'Harbor Fish' }));
  expect(status).toHaveTextContent('You are now working on Harbor Fish.');
});

it('the profile of Settings has the time zone, as its field writes it', () => {
  render(<BusinessProfileCard business={{ ...aBakery, timeZone: 'Asia/Tokyo' }} onCreate={() => undefined} />);
  expect(screen.getByText('Time zone').nextSibling).toHaveTextContent('Tokyo (GMT+9)');
});
