import type { UserLimits } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#lib/api/index.ts';
import { clearToasts, currentToasts } from '#ui/toast-store.ts';
import { limitsQuery } from '#data/limits.ts';
import { PlanChooserDialog } from './components/plan-chooser-dialog.tsx';
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
  });

  it('turns the card to warning above 80 percent and to error when something is blocked', () => {
    expect(usageTone({ ...limits, captionsUsed: 3 })).toBe('plain');
    expect(usageTone(limits)).toBe('warning');
    expect(usageTone({ ...limits, captionsUsed: 3, canUpload: false })).toBe('error');
  });

  it('names the plan in one line', () => {
    expect(planLine('free')).toBe('Free Plan - Limited features');
    expect(planLine('pro')).toBe('Pro Plan - $19/month');
    expect(planLine('agency')).toBe('Agency Plan - $99/month');
  });
});

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

  function open(tier: 'free' | 'pro') {
    const client = createQueryClient();
    client.setQueryData(limitsQuery(null).queryKey, limits);
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

  it('changes to a paid plan after the simulated payment of 2 seconds', async () => {
    open('free');
    fireEvent.click(screen.getByRole('button', { name: 'Choose Pro' }));
    expect(screen.getByText('Payment Processing')).toBeInTheDocument();
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
});
