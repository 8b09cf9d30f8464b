import type { Billing, Invoice, Tier, UserLimits } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient, routeQuery, routes } from '#lib/api/index.ts';
import { clearToasts, currentToasts } from '#ui/toast-store.ts';
import { limitsQuery } from '#data/limits.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { PlanChooserDialog } from './components/plan-chooser-dialog.tsx';
import { SubscriptionCard } from './components/subscription-card.tsx';
import { UsageHistory } from './components/usage-history.tsx';
import { planLine, usageRows, usageTone } from './usage.ts';

const limits: UserLimits = {
  subscriptionTier: 'free',
  postsUsed: '3',
  postsLimit: 5,
  captionsUsed: 17,
  captionsLimit: 20,
  storageUsed: 41.28,
  storageLimit: 100,
  accountsUsed: 1,
  accountsLimit: 1,
  canCreatePost: true,
  canUpload: true,
  periodStart: '2026-11-02T00:00:00Z',
  periodEnd: '2026-12-02T00:00:00Z',
};
const row = (changes: Partial<UserLimits>, key: string) =>
  usageRows({ ...limits, ...changes }).find((one) => one.key === key);

describe('usage', () => {
  it('reads the numeric string and shows used over limit', () => {
    expect(row({}, 'posts')).toMatchObject({ text: '3 of 5 posts', percent: 60, warning: null });
    expect(row({}, 'storage')).toMatchObject({ text: '41.28 of 100 MB' });
  });

  it('shows an unlimited plan with a bar of 25', () => {
    expect(row({ postsLimit: -1, postsUsed: '412' }, 'posts')).toMatchObject({
      text: 'Unlimited posts',
      percent: 25,
      warning: null,
    });
  });

  it('warns above 80 and above 90 percent, not at them', () => {
    expect(row({ captionsUsed: 16 }, 'captions')?.warning).toBeNull();
    expect(row({ captionsUsed: 17 }, 'captions')?.warning).toMatch(/^Approaching/);
    expect(row({ captionsUsed: 18 }, 'captions')?.warning).toMatch(/^Approaching/);
    expect(row({ captionsUsed: 19 }, 'captions')?.warning).toMatch(/^Almost at your limit/);
    expect(row({ postsUsed: '92', postsLimit: 100 }, 'posts')?.warning).toBe('Almost at your limit for posts.');
    expect(row({ postsUsed: '82', postsLimit: 100 }, 'posts')?.warning).toBe('Approaching your post limit.');
  });

  it('shows the fallbacks of limits that an answer lacks', () => {
    const without = (tier: UserLimits['subscriptionTier'] | undefined) =>
      usageRows({ ...(tier && { subscriptionTier: tier }), storageUsed: 500, captionsUsed: 10 }).map(
        ({ text }) => text,
      );
    expect(without('free')).toEqual(['Unlimited posts', '500 of 50,000 MB', '10 of 20 captions']);
    expect(without('pro')).toContain('10 of 500 captions');
    expect(without('agency')).toContain('10 of 2,000 captions');
    expect(without(undefined)).toContain('10 of 20 captions');
  });

  it('turns the card to warning above 80 percent and to error when something is blocked', () => {
    expect(usageTone({ ...limits, captionsUsed: 3 })).toBe('plain');
    expect(usageTone(limits)).toBe('warning');
    expect(usageTone({ ...limits, captionsUsed: 3, canUpload: false })).toBe('error');
  });

  it('counts the social accounts last, and does not warn of the one that a plan has', () => {
    expect(usageRows(limits).at(-1)).toMatchObject({
      ...{ label: 'Social accounts', text: '1 of 1 accounts', percent: 100, warning: null, level: 'fine' },
    });
    expect(row({ accountsLimit: -1, accountsUsed: 7 }, 'accounts')).toMatchObject({
      ...{ text: 'Unlimited accounts', percent: 25 },
    });
    expect(usageTone({ ...limits, captionsUsed: 3 })).toBe('plain');
  });

  it('names the plan in one line', () => {
    expect(planLine('free')).toBe('Free Plan - Limited features');
    expect(planLine('pro')).toBe('Pro Plan - $19/month');
    expect(planLine('agency')).toBe('Agency Plan - $99/month');
    expect(planLine(undefined)).toBe('Agency Plan - $99/month');
  });
});

const simulated: Billing = {
  payment: 'simulated',
  subscriptionTier: 'free',
  status: 'none',
  graceEndsAt: null,
  renewsAt: null,
  endsAt: null,
};
const paying: Billing = {
  ...simulated,
  payment: 'provider',
  subscriptionTier: 'pro',
  status: 'active',
  renewsAt: '2026-12-02T12:00:00Z',
};

describe('plan chooser', () => {
  const fetched = vi.fn<typeof fetch>();
  beforeEach(() => {
    vi.useFakeTimers();
    fetched.mockReset();
    fetched.mockImplementation(() =>
      Promise.resolve(new Response(JSON.stringify({ success: true, subscriptionTier: 'pro' }))),
    );
    vi.stubGlobal('fetch', fetched);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    clearToasts();
  });

  function open(tier: Tier, billing: Billing = simulated, invoices: Invoice[] = []) {
    const client = createQueryClient();
    const person = { businessId: null };
    client.setQueryData(limitsQuery(null).queryKey, limits);
    client.setQueryData(routeQuery(routes.billing, person).queryKey, billing);
    client.setQueryData(routeQuery(routes.billingInvoices, person).queryKey, invoices);
    client.setQueryData(routeQuery(routes.usageHistory, person).queryKey, {
      periods: [{ periodStart: '2026-11-02T12:00:00Z', posts: 1204, captions: 17 }],
    });
    render(
      <QueryClientProvider client={client}>
        <PlanChooserDialog open onOpenChange={() => undefined} currentTier={tier} />
      </QueryClientProvider>,
    );
  }
  const upgrades = () => fetched.mock.calls.filter(([url]) => String(url) === '/api/user/upgrade');

  it('marks the current plan and offers Upgrade only on the free one', () => {
    open('pro');
    expect(screen.getByRole('article', { name: 'Pro plan' })).toHaveTextContent('Current plan');
    expect(screen.queryByRole('button', { name: 'Upgrade' })).toBeNull();
  });

  it('leads by Upgrade to the card of the next plan, which has its price, and pays nothing', async () => {
    open('free');
    const revealed = vi.spyOn(Element.prototype, 'scrollIntoView');
    fireEvent.click(screen.getByRole('button', { name: 'Upgrade' }));
    expect(screen.getByRole('button', { name: 'Choose Pro' })).toHaveFocus();
    expect(revealed.mock.contexts).toEqual([screen.getByRole('article', { name: 'Pro plan' })]);
    revealed.mockRestore();
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(screen.queryByText('Payment Processing')).toBeNull();
    expect(upgrades()).toHaveLength(0);
  });

  it('changes to a paid plan after the simulated payment of 2 seconds', async () => {
    open('free');
    const revealed = vi.spyOn(Element.prototype, 'scrollIntoView');
    fireEvent.click(screen.getByRole('button', { name: 'Choose Pro' }));
    // On a phone the cards are a long way below it.
    expect(revealed.mock.contexts).toEqual([screen.getByText('Payment Processing').closest('[role="status"]')]);
    revealed.mockRestore();
    await act(() => vi.advanceTimersByTimeAsync(1999));
    expect(upgrades()).toHaveLength(0);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(upgrades()).toHaveLength(1);
    expect(upgrades()[0]?.[1]?.body).toBe('{"tier":"pro"}');
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(currentToasts()[0]?.title).toBe('Subscription Updated');
  });

  it('can be cancelled while paying, and changes nothing then', async () => {
    open('free');
    fireEvent.click(screen.getByRole('button', { name: 'Choose Agency' }));
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(upgrades()).toHaveLength(0);
  });

  it('goes to free at once, and shows the server’s refusal', async () => {
    fetched.mockImplementation(() =>
      Promise.resolve(
        new Response(
          JSON.stringify({
            error: 'payment_unavailable',
            message: 'Payment is not set up on this installation.',
            requestId: 'r',
          }),
          { status: 403 },
        ),
      ),
    );
    open('pro');
    fireEvent.click(screen.getByRole('button', { name: 'Switch to Free' }));
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(upgrades()).toHaveLength(1);
    expect(currentToasts()[0]).toMatchObject({
      title: 'Upgrade Failed',
      description: 'Payment is not set up on this installation.',
    });
  });

  const answers = (byPath: Record<string, object>) =>
    fetched.mockImplementation((url) => {
      const answer = byPath[String(url).split('?')[0] ?? ''];
      return Promise.resolve(new Response(JSON.stringify(answer ?? {}), { status: answer === undefined ? 404 : 200 }));
    });
  const assigned = vi.fn<(url: string) => void>();
  beforeEach(() => {
    assigned.mockReset();
    vi.stubGlobal('location', { ...globalThis.location, assign: assigned });
  });

  it('leads to the payment page once its price is shown and agreed to', async () => {
    answers({
      '/api/billing/preview': { tier: 'agency', dueNow: 8000, perMonth: 9900, currency: 'usd', startsAt: null },
      '/api/user/upgrade': { checkoutUrl: 'https://pay.example/session' },
    });
    open('pro', paying);
    fireEvent.click(screen.getByRole('button', { name: 'Choose Agency' }));
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(screen.getByText('Agency costs $99.00 per month. Due today: $80.00.')).toBeInTheDocument();
    expect(screen.queryByText('Processing...')).toBeNull();
    expect(upgrades()).toHaveLength(0);
    fireEvent.click(screen.getByRole('button', { name: 'Continue to payment' }));
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(upgrades()[0]?.[1]?.body).toBe('{"tier":"agency"}');
    expect(assigned.mock.calls).toEqual([['https://pay.example/session']]);
    expect(screen.getByText('Opening the payment page...')).toBeInTheDocument();
    expect(currentToasts()).toEqual([]);
  });

  it('follows nothing but a web address', async () => {
    answers({ '/api/billing/portal': { url: 'javascript:alert(1)' } });
    open('pro', paying);
    fireEvent.click(screen.getByRole('button', { name: 'Manage billing' }));
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(assigned).not.toHaveBeenCalled();
  });

  it('says until when a plan is kept that was left, and lets it be kept', async () => {
    answers({ '/api/user/upgrade': { success: true, subscriptionTier: 'pro' } });
    open('pro', paying);
    fireEvent.click(screen.getByRole('button', { name: 'Switch to Free' }));
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(currentToasts()[0]?.description).toBe('You keep the Pro plan until the end of the month you paid for.');
    open('pro', { ...paying, renewsAt: null, endsAt: '2026-12-02T12:00:00Z' });
    expect(screen.getByRole('button', { name: 'Keep Pro' })).toBeEnabled();
  });

  it('says when a smaller plan begins that was chosen, and lets the present one be kept', async () => {
    answers({ '/api/user/upgrade': { success: true, subscriptionTier: 'agency' } });
    const next = { tier: 'pro', startsAt: '2026-12-02T12:00:00Z' } as const;
    open('agency', { ...paying, subscriptionTier: 'agency', next });
    expect(screen.getByRole('button', { name: 'Begins on Dec 2, 2026' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Switch to Free' })).toBeEnabled();
    fireEvent.click(screen.getByRole('button', { name: 'Keep Agency' }));
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(upgrades()[0]?.[1]?.body).toBe('{"tier":"agency"}');
    expect(currentToasts()[0]?.description).toBe('You keep the Agency plan.');
  });

  it('shows invoices and the usage history below, with their empty states', async () => {
    open('pro', paying, [
      {
        ...{ id: 'in_1', number: 'A-1', status: 'paid', total: 1900, currency: 'usd' },
        ...{ createdAt: '2026-11-02T12:00:00Z', url: 'https://pay.example/in_1', pdfUrl: null },
      },
    ]);
    expect(screen.getByRole('link', { name: 'View invoice A-1' })).toHaveAttribute('href', 'https://pay.example/in_1');
    expect(screen.getByText('$19.00')).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(screen.getByRole('row', { name: 'Nov 2, 2026 1,204 17' })).toBeInTheDocument();
  });

  it('calls a figure that nobody answered unknown, not 0 and not unused', async () => {
    answers({
      '/api/user/usage-history': {
        periods: [{ periodStart: '2026-11-02T12:00:00Z', posts: null, captions: 17 }],
        unavailable: ['posts'],
      },
    });
    render(
      <QueryClientProvider client={createQueryClient()}>
        <UsageHistory />
      </QueryClientProvider>,
    );
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(screen.getByRole('row', { name: 'Nov 2, 2026 not known 17' })).toBeInTheDocument();
    expect(screen.getByText('Some figures could not be loaded.')).toBeInTheDocument();
  });

  it('without a payment provider has no invoices', () => {
    open('free');
    expect(screen.queryByRole('heading', { name: 'Invoices' })).toBeNull();
    expect(screen.getByRole('heading', { name: 'Usage history' })).toBeInTheDocument();
  });

  it('a failed payment is told with the day until which the plan holds, and leads to the card', async () => {
    answers({ '/api/billing/portal': { url: 'https://pay.example/portal' } });
    open('pro', { ...paying, status: 'past_due', graceEndsAt: '2026-11-30T12:00:00Z' });
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Your last payment did not go throughYou keep the Pro plan until Nov 30, 2026. Update your card before then',
    );
    fireEvent.click(screen.getByRole('button', { name: 'Update card' }));
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(assigned.mock.calls).toEqual([['https://pay.example/portal']]);
  });
});

describe('the subscription card', () => {
  const fetched = stubbedFetch();
  const show = (billing: Billing) => {
    const client = createQueryClient();
    client.setQueryData(routeQuery(routes.billing, { businessId: null }).queryKey, billing);
    render(
      <QueryClientProvider client={client}>
        <SubscriptionCard tier={billing.subscriptionTier} onChoosePlan={() => undefined} />
      </QueryClientProvider>,
    );
  };
  afterEach(() => {
    clearToasts();
    history.replaceState(null, '', '/');
  });

  it('says what is paid next, or when the plan ends', () => {
    show(paying);
    expect(screen.getByText('Next payment on Dec 2, 2026.')).toBeInTheDocument();
    show({ ...paying, renewsAt: null, endsAt: '2026-12-05T12:00:00Z' });
    expect(screen.getByText('Canceled. It ends on Dec 5, 2026.')).toBeInTheDocument();
  });

  it('says when a smaller plan begins, and keeps the present one at a press', async () => {
    fetched.mockImplementation(() => Promise.resolve(Response.json({ success: true, subscriptionTier: 'agency' })));
    show(paying);
    expect(screen.queryByRole('button', { name: /^Keep/ })).toBeNull();
    cleanup();
    const next = { tier: 'pro', startsAt: '2026-12-02T12:00:00Z' } as const;
    show({ ...paying, subscriptionTier: 'agency', next });
    expect(screen.getByText('Changes to the Pro plan on Dec 2, 2026.')).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: 'Keep Agency' }));
    await waitFor(() => expect(currentToasts()[0]?.description).toBe('You keep the Agency plan.'));
    const [asked, init] = fetched.mock.calls[0] ?? [];
    expect([asked, init?.body]).toEqual(['/api/user/upgrade', '{"tier":"agency"}']);
  });

  it.each([
    ['paid', 'Payment received'],
    ['later', 'Subscription Updated'],
    ['left', 'Payment canceled'],
  ])('says once what became of the payment page: %s', (outcome, title) => {
    history.replaceState(null, '', `/settings?checkout=${outcome}&x=1#subscription`);
    show(paying);
    expect(currentToasts()[0]?.title).toBe(title);
    expect(location.search + location.hash).toBe('?x=1#subscription');
  });
});
