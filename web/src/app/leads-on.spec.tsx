import type { UserLimits } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, renderHook, screen, waitFor, within } from '@testing-library/react';
import { Suspense, type ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { UsageCard } from '#features/billing/components/usage-card.tsx';
import { PageContextProvider } from '#data/page-context.tsx';
import { aBakery } from '#data/testing/businesses.ts';
import { freeLimits } from '#data/testing/limits.ts';
import { ada } from '#data/testing/people.ts';
import { aPhoto } from '#data/testing/photos.ts';
import { usePostFailure } from '#data/use-post-failure.ts';
import { ApiError, createQueryClient, setPageBusinessId } from '#lib/api/index.ts';
import { platforms } from '#lib/contract-data.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { currentToasts } from '#ui/toast-store.ts';
import { useMainJob } from './main-job.tsx';
import AutomationPage from './pages/automation-page.tsx';
import SettingsPage from './pages/settings-page.tsx';
import UserMenuPanel from './shell/user-menu-panel.tsx';
import { ShellActionsContext, type ShellActions } from './shell-actions.ts';

/** Where somebody is stuck, there is a button or a link to the next step. */
const fetched = stubbedFetch();
const does = { connectAccount: vi.fn(), uploadPhotos: vi.fn() };
let held: Record<string, unknown>;

beforeEach(() => {
  setPageBusinessId(aBakery.id);
  Object.values(does).forEach((one) => one.mockReset());
  held = {
    '/api/social/status': Object.fromEntries(platforms.map((one) => [one, false])),
    '/api/user/limits': freeLimits,
  };
  fetched.mockImplementation((input) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input, location.origin);
    const nothing = searchParams.has('limit') ? { data: [], nextCursor: null, total: 0 } : [];
    return Promise.resolve(Response.json(held[pathname] ?? nothing));
  });
});

const inProduct = (children: ReactNode) => (
  <QueryClientProvider client={createQueryClient()}>
    <PageContextProvider value={{ user: ada, business: aBakery, businesses: [aBakery] }}>
      <ShellActionsContext value={{ connecting: null, ...does } as unknown as ShellActions}>
        <Suspense>{children}</Suspense>
      </ShellActionsContext>
    </PageContextProvider>
  </QueryClientProvider>
);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('what is missing leads on', () => {
  it('from Automation without an account, and from a schedule without photos', async () => {
    const { unmount } = render(inProduct(<AutomationPage />));
    expect(await screen.findByText(/A schedule needs an account to post to/)).toBeVisible();
    press('Connect Instagram');
    expect(does.connectAccount).toHaveBeenCalledWith('instagram');
    unmount();
    held['/api/social/status'] = { ...(held['/api/social/status'] as object), instagram: true };
    const { unmount: close } = render(inProduct(<AutomationPage />));
    fireEvent.click(await screen.findByRole('button', { name: 'Create Your First Schedule' }));
    expect(await screen.findByText(/Your library has no photos yet/)).toBeVisible();
    expect(screen.queryByText(/needs an account/)).toBeNull();
    press('Upload Photos');
    expect(does.uploadPhotos).toHaveBeenCalledOnce();
    close();
    held['/api/photos'] = { data: [aPhoto(1)], nextCursor: null, total: 1 };
    render(inProduct(<AutomationPage />));
    fireEvent.click(await screen.findByRole('button', { name: 'Create Your First Schedule' }));
    expect(await screen.findByText('Use all photos')).toBeVisible();
    expect(screen.queryByText(/Your library has no photos yet/)).toBeNull();
  });

  it.each<[string, Partial<UserLimits>, number]>([
    ['nothing near a limit', {}, 0],
    ['nearly all posts used', { postsUsed: '4', postsLimit: 5, captionsUsed: 19 }, 1],
    ['no post left', { postsUsed: '5', canCreatePost: false }, 1],
  ])('from the usage with %s', async (_, limits, buttons) => {
    held['/api/user/limits'] = { ...freeLimits, ...limits };
    const onChoosePlan = vi.fn();
    render(inProduct(<UsageCard onChoosePlan={onChoosePlan} />));
    await screen.findByText('Premium AI included in your plan');
    const found = within(screen.getByRole('region', { name: 'Usage This Month' })).queryAllByRole('button');
    expect(found.map(({ textContent }) => textContent)).toEqual(Array.from({ length: buttons }, () => 'See plans'));
    found.forEach((button) => fireEvent.click(button));
    expect(onChoosePlan).toHaveBeenCalledTimes(buttons);
  });

  it('from a post that the plan does not have, to the plans', () => {
    history.replaceState(null, '', '/schedule');
    const { result } = renderHook(usePostFailure, { wrapper: ({ children }) => inProduct(children) });
    const limit = { status: 403, code: 'upgrade_required', message: 'Post limit reached.', requestId: '', raw: '' };
    act(() => result.current(new ApiError(limit), 'It did not work.'));
    act(() => currentToasts()[0]?.action?.onSelect());
    expect(`${location.pathname}${location.hash}`).toBe('/settings#subscription');
  });

  it('from the user menu on Settings to the part it names, as often as it is chosen', async () => {
    history.replaceState(null, '', '/settings');
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
    const menu = <UserMenuPanel user={ada} onBilling={vi.fn()} trigger={<button type="button">Account</button>} />;
    render(
      inProduct(
        <>
          {menu}
          <SettingsPage />
        </>,
      ),
    );
    const heading = await screen.findByRole('heading', { name: 'Account Profile' });
    for (const times of [1, 2]) {
      fireEvent.click(await screen.findByRole('menuitem', { name: 'Profile' }));
      await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
      expect(heading).toHaveFocus();
      expect(scrolled.mock.contexts).toEqual(Array.from({ length: times }, () => heading));
      const trigger = screen.getByRole('button', { name: 'Account' });
      trigger.focus();
      fireEvent.keyDown(trigger, { key: 'Enter' });
    }
    const plans = await screen.findByRole('heading', { name: 'Subscription' });
    act(() => navigate('/settings#subscription'));
    expect(plans).toHaveFocus();
    scrolled.mockRestore();
  });

  it('from an action that needs a business, to choosing an industry', () => {
    const onCreateBusiness = vi.fn();
    const { result } = renderHook(() => useMainJob(null, vi.fn(), onCreateBusiness), {
      wrapper: ({ children }) => inProduct(children),
    });
    act(() => result.current.job.planWeek());
    expect(currentToasts()[0]).toMatchObject({ title: 'No businesses yet' });
    act(() => currentToasts()[0]?.action?.onSelect());
    expect(onCreateBusiness).toHaveBeenCalledOnce();
  });
});
