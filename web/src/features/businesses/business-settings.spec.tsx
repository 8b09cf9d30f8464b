import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { aBakery } from '#data/testing/businesses.ts';
import { PageContextProvider } from '#data/page-context.tsx';
import { ada } from '#data/testing/people.ts';
import { createQueryClient } from '#lib/api/index.ts';
import { BusinessSettings } from './components/business-settings.tsx';

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
