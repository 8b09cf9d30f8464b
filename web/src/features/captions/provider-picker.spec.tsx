import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { PageContextProvider } from '#data/page-context.tsx';
import { aBakery } from '#data/testing/businesses.ts';
import { ada } from '#data/testing/people.ts';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { ProviderPickerCard } from './components/provider-picker.tsx';

const fetched = stubbedFetch();
const settings = (configured: number, failover = false) => ({
  ...{ currentProvider: 'openai', failover },
  providers: ['openai', 'anthropic', 'grok'].map((id, index) => ({
    ...{ id, label: id, configured: index < configured, note: null },
  })),
});
let configured: number;
let saved: PromiseWithResolvers<Response>;

beforeEach(() => {
  configured = 3;
  saved = Promise.withResolvers();
  fetched.mockImplementation((_url, init) =>
    init?.method === 'PUT' ? saved.promise : Promise.resolve(Response.json(settings(configured))),
  );
});

async function show(businesses = [aBakery]) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PageContextProvider value={{ user: ada, business: aBakery, businesses }}>
        <ProviderPickerCard />
      </PageContextProvider>
    </QueryClientProvider>,
  );
  await screen.findByRole('radio', { name: /OpenAI/ });
}
const name = 'If this provider fails, the next one on the list writes';
const allow = async () => {
  fireEvent.click(await screen.findByRole('switch', { name }));
  await waitFor(() => expect(screen.getByRole('switch', { name })).toBeDisabled());
  expect(screen.getByRole('switch', { name })).toBeChecked();
};

describe('the providers', () => {
  const rowOf = (provider: string) => screen.getByText(provider).closest('label');

  it('are all included, and one of them is active; another one is chosen by a click', async () => {
    await show();
    expect(rowOf('OpenAI GPT-4o')).toHaveTextContent(/Active\s*Included$/);
    expect(rowOf('Anthropic Claude 3.5')).toHaveTextContent(/5\s*Included$/);
    expect(rowOf('xAI Grok Vision')).toHaveTextContent(/Vision\s*Included$/);
    fireEvent.click(screen.getByRole('radio', { name: /Grok Vision/ }));
    await waitFor(() => {
      const puts = fetched.mock.calls.filter(([, init]) => init?.method === 'PUT');
      expect(puts.map(([, init]) => JSON.parse(String(init?.body)) as unknown)).toEqual([{ provider: 'grok' }]);
    });
  });

  it('write for one business, which is named to who has several', async () => {
    await show();
    expect(screen.getByText(/^Who writes your captions\. /)).toBeVisible();
    cleanup();
    await show([aBakery, { ...aBakery, id: 'b2', name: 'Harbor Fish' }]);
    expect(screen.getByText(/^Who writes the captions of Rye & Co\. /)).toBeVisible();
  });

  it('cannot be chosen without a key: Not configured', async () => {
    configured = 2;
    await show();
    expect(rowOf('xAI Grok Vision')).toHaveTextContent(/Vision\s*Not configured$/);
    expect(screen.getByRole('radio', { name: /Grok Vision/ })).toBeDisabled();
  });
});

describe('standing in for a provider', () => {
  it('is allowed at once, and changes nothing else', async () => {
    await show();
    await allow();
    saved.resolve(Response.json(settings(configured, true)));
    await waitFor(() => expect(screen.getByRole('switch', { name })).toBeEnabled());
    expect(screen.getByRole('switch', { name })).toBeChecked();
    const puts = fetched.mock.calls.filter(([, init]) => init?.method === 'PUT');
    expect(puts.map(([, init]) => JSON.parse(String(init?.body)) as unknown)).toEqual([{ failover: true }]);
  });

  it('is taken back when it could not be saved', async () => {
    await show();
    await allow();
    saved.resolve(Response.json({ error: 'unavailable', message: 'Restarting.' }, { status: 503 }));
    await waitFor(() => expect(screen.getByRole('switch', { name })).toBeEnabled());
    expect(screen.getByRole('switch', { name })).not.toBeChecked();
  });

  it('is not offered while there is one provider', async () => {
    await show();
    expect(await screen.findByRole('switch', { name })).toBeInTheDocument();
    cleanup();
    configured = 1;
    await show();
    expect(screen.queryByRole('switch', { name })).toBeNull();
  });
});
