import type { Business, User } from '@postloom/contracts';
import { onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { PageContextProvider } from '#data/page-context.tsx';
import { aPost } from '#data/testing/posts.ts';
import { createQueryClient, setPageBusinessId } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { useMainJob } from './main-job.tsx';
import { ShellActionsContext, type ShellActions } from './shell-actions.ts';

const rye = { id: '00000000-0000-4000-8000-00000000000a', name: 'Rye' } as Business;
const flax = { id: '00000000-0000-4000-8000-00000000000b', name: 'Flax Studio' } as Business;
const user = { id: '00000000-0000-4000-8000-0000000000d1', subscriptionTier: 'free' } as User;
const fetched = stubbedFetch();
const onMade = vi.fn();

function Product({ business }: { business: Business }) {
  const { job, dialogs } = useMainJob(
    business,
    () => undefined,
    () => undefined,
  );
  return (
    <ShellActionsContext value={job as ShellActions}>
      <button type="button" onClick={() => job.composePost({ caption: 'Rye' }, onMade)}>
        Create Post
      </button>
      {dialogs}
    </ShellActionsContext>
  );
}

function show(businesses: Business[] = [rye]) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PageContextProvider value={{ user, business: rye, businesses }}>
        <Product business={rye} />
      </PageContextProvider>
    </QueryClientProvider>,
  );
}
afterEach(() => {
  act(() => onlineManager.setOnline(true));
});

it('a business switch closes the dialogs of the former one, and they stay closed', { timeout: 60_000 }, async () => {
  fetched.mockReturnValue(new Promise(() => undefined));
  const client = createQueryClient();
  const page = (business: Business) => (
    <QueryClientProvider client={client}>
      <PageContextProvider value={{ user, business, businesses: [rye, flax] }}>
        <Product business={business} />
      </PageContextProvider>
    </QueryClientProvider>
  );
  const { rerender } = render(page(rye));
  const turnTo = (business: Business) => {
    act(() => setPageBusinessId(business.id));
    rerender(page(business));
  };
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Create Post' }));
    await import('./compose-dialog.tsx');
  });
  expect(screen.getByRole('dialog', { name: 'Schedule New Post' })).toBeInTheDocument();
  turnTo(flax);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  turnTo(rye);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it.each([
  ['names the business where a person has several', [rye, flax], 'For Rye'],
  ['says nothing of the only one', [rye], undefined],
])('the form of a post %s', { timeout: 60_000 }, async (_, businesses, said) => {
  fetched.mockImplementation((input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin);
    return Promise.resolve(Response.json(pathname === '/api/social/status' ? { instagram: true } : []));
  });
  show(businesses);
  fireEvent.click(screen.getByRole('button', { name: 'Create Post' }));
  await screen.findByRole('button', { name: 'Save as Draft' }, { timeout: 30_000 });
  expect(screen.queryByText(/^For /)?.textContent).toBe(said);
});

it('whoever asked for a post hears that it was made, not that its form was closed', { timeout: 60_000 }, async () => {
  const made = aPost('00000000-0000-4000-8000-000000000001', null);
  fetched.mockImplementation((input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin);
    if (pathname === '/api/social/status') {
      return Promise.resolve(Response.json({ instagram: true }));
    }
    if (pathname === '/api/posts' && init?.method === 'POST') {
      return Promise.resolve(Response.json(made, { status: 201 }));
    }
    return Promise.resolve(Response.json({ data: [], nextCursor: null, total: 0 }));
  });
  show();
  const open = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Create Post' }));
    return await screen.findByRole('button', { name: 'Save as Draft' }, { timeout: 30_000 });
  };
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(onMade).not.toHaveBeenCalled();
  fireEvent.click(await open());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(onMade).toHaveBeenCalledOnce();
});

it('the form of a post waits for a network where the accounts were never read', { timeout: 60_000 }, async () => {
  fetched.mockImplementation((input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin);
    return Promise.resolve(Response.json(pathname === '/api/social/status' ? { instagram: true } : []));
  });
  onlineManager.setOnline(false);
  show();
  fireEvent.click(screen.getByRole('button', { name: 'Create Post' }));
  expect(await screen.findByText(/^You’re offline\. This loads by itself/)).toBeInTheDocument();
  expect(screen.queryByText('Loading your accounts...')).toBeNull();
  act(() => onlineManager.setOnline(true));
  expect(await screen.findByRole('button', { name: 'Save as Draft' }, { timeout: 30_000 })).toBeInTheDocument();
});
