import type { SocialAccount } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { PageContextProvider } from '#data/page-context.tsx';
import { anAccount } from '#data/testing/accounts.ts';
import { aBakery } from '#data/testing/businesses.ts';
import { ada } from '#data/testing/people.ts';
import { createQueryClient, setPageBusinessId } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import AnalyticsPage from './pages/analytics-page.tsx';
import { ShellActionsContext, type ShellActions } from './shell-actions.ts';

const fetched = stubbedFetch();
const lost = anAccount({ platform: 'facebook', status: 'reconnect_required' });

beforeEach(() => {
  history.replaceState(null, '', '/analytics');
  setPageBusinessId(aBakery.id);
});

function show(accounts: readonly SocialAccount[]) {
  fetched.mockImplementation((input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin);
    const rows = pathname === '/api/social-accounts' ? accounts : [];
    return Promise.resolve(
      Response.json(
        pathname === '/api/social/status' ? { facebook: false } : { data: rows, nextCursor: null, total: rows.length },
      ),
    );
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PageContextProvider value={{ user: ada, business: aBakery, businesses: [aBakery] }}>
        <ShellActionsContext value={{ connecting: null, connectAccount: vi.fn() } as unknown as ShellActions}>
          <AnalyticsPage />
        </ShellActionsContext>
      </PageContextProvider>
    </QueryClientProvider>,
  );
}

it('Analytics offers to reconnect an account that was lost, and asks for a first one only without any', async () => {
  show([lost]);
  expect(await screen.findByRole('button', { name: /^Reconnect/ })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Connect an account' })).toBeNull();
});

it('Analytics asks for a first account where there is none', async () => {
  show([]);
  expect(await screen.findByRole('link', { name: 'Connect an account' })).toBeVisible();
});
