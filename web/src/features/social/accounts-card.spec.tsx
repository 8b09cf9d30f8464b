import type { AccountReplacement, SocialAccount } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { PageContextProvider } from '#data/page-context.tsx';
import { anAccount } from '#data/testing/accounts.ts';
import { aBakery } from '#data/testing/businesses.ts';
import { ada } from '#data/testing/people.ts';
import { SocialAccountsCard, type SocialAccountsCardProps } from './components/social-accounts-card.tsx';
import { whatWaits } from './disconnect-rules.ts';

const fetched = stubbedFetch();
const account = (platform: SocialAccount['platform'], status: SocialAccount['status'] = 'active'): SocialAccount =>
  anAccount({
    id: `00000000-0000-4000-8000-00000000000${platform.length}`,
    ...{ platform, status, accountName: `bakery on ${platform}` },
  });

function show(
  accounts: readonly SocialAccount[],
  variant: NonNullable<SocialAccountsCardProps['variant']>,
  shared: () => Response = () => Response.json([]),
  { businesses = [aBakery], replacements = [] as AccountReplacement[] } = {},
) {
  // As the server: an account that must be reconnected is not one that posts can go to.
  const connected = (platform: string) =>
    accounts.some((one) => one.platform === platform && one.status !== 'reconnect_required');
  fetched.mockImplementation((url) => {
    const path = String(url);
    if (path.includes('/api/social/status')) {
      const platforms = ['instagram', 'facebook', 'twitter', 'linkedin', 'tiktok'];
      return Promise.resolve(Response.json(Object.fromEntries(platforms.map((one) => [one, connected(one)]))));
    }
    if (path.includes('/api/social-accounts/shared')) {
      return Promise.resolve(shared());
    }
    if (path.endsWith('/replacements')) {
      return Promise.resolve(Response.json(replacements));
    }
    if (path.includes('/api/posts')) {
      return Promise.resolve(Response.json({ data: [], nextCursor: null, total: 12 }));
    }
    const rows = /\/api\/social-accounts(\?|$)/.test(path) ? accounts : [];
    return Promise.resolve(
      Response.json(path.includes('limit=') ? { data: rows, nextCursor: null, total: rows.length } : rows),
    );
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PageContextProvider value={{ user: ada, business: aBakery, businesses }}>
        <SocialAccountsCard title="Accounts" variant={variant} connecting={null} onConnect={vi.fn()} />
      </PageContextProvider>
    </QueryClientProvider>,
  );
}

describe('the accounts', () => {
  it('are one line on the dashboard while all is well', async () => {
    show([account('instagram'), account('facebook')], 'dashboard');
    expect(await screen.findByText('2 accounts connected')).toBeTruthy();
    expect(await screen.findByRole('link', { name: /^Manage/ })).toBeTruthy();
    const offered = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
    expect(offered).toEqual(['Connect X', 'Connect LinkedIn', 'Connect TikTok']);
  });

  it.each(['settings', 'dashboard'] as const)(
    'say how many of them need the person beside how many work, and not in green, on the %s',
    async (variant) => {
      show([account('instagram', 'reconnect_required'), account('facebook')], variant);
      expect(await screen.findByText('1 account connected')).toHaveClass('bg-moss-soft', 'text-moss');
      expect(await screen.findByText('1 to reconnect')).toHaveClass('bg-weld-soft', 'text-weld');
    },
  );

  it.each(['settings', 'dashboard'] as const)(
    'have a green banner once one is connected, on the %s',
    async (variant) => {
      show([account('instagram')], variant);
      const banner = await screen.findByText('1 account connected');
      expect(banner).toHaveClass('bg-moss-soft', 'text-moss');
      cleanup();
      show([], variant);
      expect(await screen.findByText(/^(No technical setup needed|No social accounts connected)/)).toBeTruthy();
      expect(screen.queryByText(/connected$/, { selector: 'p.bg-moss-soft' })).toBeNull();
    },
  );

  it('are each Connected, with the way to disconnect, or Not connected, with the way to connect', async () => {
    show([account('instagram')], 'settings');
    const row = async (name: string) =>
      within((await screen.findByText(name, { selector: 'p' })).closest('li') as HTMLElement);
    const instagram = await row('Instagram');
    expect(instagram.getByText('Connected')).toBeVisible();
    expect(instagram.getByRole('button', { name: 'Disconnect Instagram' })).toBeVisible();
    for (const name of ['Facebook', 'X (Twitter)', 'LinkedIn', 'TikTok']) {
      const other = await row(name);
      expect(other.getByText('Not connected')).toBeVisible();
      expect(other.getByRole('button', { name: `Connect ${name}` })).toBeVisible();
    }
  });

  it('are checked only where there is one', async () => {
    show([account('instagram')], 'settings');
    expect(await screen.findByRole('button', { name: 'Check the connection to Instagram' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Check the connection to Facebook' })).toBeNull();
  });

  it.each(['settings', 'dashboard'] as const)(
    'say which other businesses they are connected to, on the %s, and nothing while that is not known',
    async (variant) => {
      const twitter = account('twitter');
      const businesses = [{ id: '00000000-0000-4000-8000-00000000000b', name: 'Harbor Yoga' }];
      const shared = [{ accountId: twitter.id, businesses }];
      show([account('instagram'), twitter], variant, () => Response.json(shared));
      const line = await screen.findByText('This X account is also connected to Harbor Yoga.');
      if (variant === 'settings') {
        expect(line.closest('li')).toHaveTextContent('X (Twitter)');
      }
      expect(screen.getAllByText(/also connected/)).toHaveLength(1);
      cleanup();
      show([account('instagram'), twitter], variant, () => new Response('', { status: 503 }));
      expect(await screen.findByText('2 accounts connected')).toBeVisible();
      await waitFor(() => expect(fetched.mock.calls.some(([url]) => String(url).endsWith('/shared'))).toBe(true));
      expect(screen.queryByText(/also connected|went wrong/)).toBeNull();
    },
  );

  it('that are lost or not there say so, and that posts wait', async () => {
    show([account('instagram', 'reconnect_required')], 'settings');
    expect(await screen.findByText('Connection lost')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Reconnect Instagram' })).toBeVisible();
    const waiting = '12 scheduled posts are waiting for their account.';
    await waitFor(() => expect(screen.getAllByText(waiting)).toHaveLength(4));
  });

  it('are said to be of the business where the person has several', async () => {
    const businesses = [aBakery, { ...aBakery, id: 'b2', name: 'Harbor Fish' }];
    show([account('instagram')], 'settings', undefined, { businesses });
    expect(screen.getByText('For Rye & Co')).toBeVisible();
    fireEvent.click(await screen.findByRole('button', { name: 'Disconnect Instagram' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Disconnect bakery on instagram on Instagram?' });
    expect(dialog).toHaveAccessibleDescription(/^This is the Instagram account of Rye & Co\. /);
    cleanup();
    show([account('instagram')], 'settings');
    expect(screen.queryByText('For Rye & Co')).toBeNull();
  });

  it('say before they are disconnected how much waits for them', async () => {
    const { id } = account('instagram');
    const former = { accountId: '00000000-0000-4000-8000-0000000000aa', accountName: '@old_bakery' };
    const kept = { platform: 'instagram', posts: 4, schedules: 0, decision: 'keep' } as const;
    const replacements = [{ ...kept, from: former, to: { accountId: id, accountName: null } }];
    show([account('instagram')], 'settings', undefined, { replacements });
    fireEvent.click(await screen.findByRole('button', { name: 'Disconnect Instagram' }));
    const dialog = await screen.findByRole('alertdialog');
    await waitFor(() =>
      expect(dialog).toHaveAccessibleDescription(
        '8 scheduled posts will wait until you connect it again or decide to send them from another account. Nothing changes for 4 waiting posts planned for @old_bakery. What is already published stays.',
      ),
    );
  });

  it('count posts and schedules', () => {
    const [active, paused] = [{ isActive: true }, { isActive: false }];
    expect(whatWaits(1, [active, active, paused], [])).toEqual([
      '1 scheduled post and 2 recurring schedules will wait until you connect it again or decide to send them from another account.',
    ]);
    expect(whatWaits(1, [], [])[0]).toMatch(/decide to send it from/);
    expect(whatWaits(0, [paused], [])).toEqual(['Nothing is scheduled for it.']);
    expect(whatWaits(undefined, [], [])[0]).toContain('Scheduled posts for it');
    const elsewhere = {
      platform: 'instagram',
      from: null,
      what: '1 recurring schedule',
      posts: 0,
      schedules: 1,
    } as const;
    const anyway = 'Nothing changes for 1 recurring schedule planned for the former Instagram account.';
    expect(whatWaits(0, [active], [elsewhere])).toEqual(['Nothing is scheduled for it.', anyway]);
    expect(whatWaits(0, [active, paused], [elsewhere])[0]).toMatch(/^1 recurring schedule will wait/);
  });
});
