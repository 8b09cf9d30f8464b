import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor, type RenderHookResult } from '@testing-library/react';
import { Suspense, type ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { currentToasts } from '#ui/toast-store.ts';
import { storedDraft } from './draft-store.ts';
import { aPost, aTarget } from '#data/testing/posts.ts';
import { useComposer, type ComposerFacts } from './use-composer.ts';
import { temporalReady } from '#lib/zoned-time.ts';

const connected: ComposerFacts['connected'] = new Set(['instagram', 'twitter'] as const);
const fetched = stubbedFetch();
const onClose = vi.fn();

beforeEach(() => {
  onClose.mockReset();
  fetched.mockImplementation((url) =>
    Promise.resolve(
      String(url).endsWith('/preflight')
        ? Response.json({ ok: true, platforms: [] })
        : Response.json(aPost('00000000-0000-4000-8000-000000000001', null, aTarget('pending')), { status: 201 }),
    ),
  );
});

/** The composer's state once the browser can count in zones. */
async function compose() {
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <Suspense>{children}</Suspense>
    </QueryClientProvider>
  );
  const facts: ComposerFacts = {
    businessId: 'b1',
    timeZone: 'America/New_York',
    tier: 'Free',
    connected,
    waiting: new Set(['linkedin'] as const),
    accounts: [],
    photos: [],
    onUpgrade: () => undefined,
    onClose,
  };
  let hook: RenderHookResult<ReturnType<typeof useComposer>, unknown> | undefined;
  await act(async () => {
    hook = renderHook(() => useComposer(facts), { wrapper });
    await temporalReady();
  });
  if (!hook) {
    throw new Error('The hook was not rendered.');
  }
  return hook;
}

describe('the composer', () => {
  it('shows the caption that is at fault: the shared one, while that of a platform is open', async () => {
    const { result } = await compose();
    act(() => result.current.change({ platforms: ['instagram', 'twitter'], captionByPlatform: { twitter: 'Rye' } }));
    act(() => result.current.setTab('twitter'));
    expect(result.current.tab).toBe('twitter');
    act(() => result.current.submit());
    expect(result.current.problems.caption).toBe('Please enter a caption for your post.');
    expect(result.current.tab).toBeNull();
    act(() => result.current.change({ caption: 'Rye', captionByPlatform: { twitter: ' ' } }));
    act(() => result.current.submit());
    expect(result.current.tab).toBe('twitter');
  });

  it('keeps the last words on the device when it is closed at once', async () => {
    const { result, unmount } = await compose();
    act(() => result.current.change({ caption: 'Half a thought' }));
    unmount();
    expect(storedDraft('b1')?.values.caption).toBe('Half a thought');
  });

  it('saves a post for an account that must be reconnected', async () => {
    const { result } = await compose();
    act(() => result.current.change({ caption: 'Rye', platforms: ['facebook'] }));
    act(() => result.current.submit());
    expect(result.current.problems.platforms).toBe('Please connect your Facebook account(s) first.');
    act(() => result.current.change({ platforms: ['linkedin'] }));
    act(() => result.current.submit());
    expect(result.current.problems).toEqual({});
    await waitFor(() => expect(onClose).toHaveBeenCalled());
  });

  it('keeps nothing of a post that is saved', async () => {
    const { result, unmount } = await compose();
    act(() => result.current.change({ caption: 'A whole thought' }));
    act(() => result.current.submit());
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    unmount();
    expect(storedDraft('b1')).toBeNull();
  });

  it('keeps nothing of a post that is saved after the form was closed', async () => {
    const { result, unmount } = await compose();
    act(() => result.current.change({ caption: 'A whole thought' }));
    act(() => result.current.submit());
    unmount();
    expect(storedDraft('b1')?.values.caption).toBe('A whole thought');
    await waitFor(() => expect(storedDraft('b1')).toBeNull());
    expect(currentToasts()[0]?.title).toBe('Draft saved');
    expect(onClose).not.toHaveBeenCalled();
  });
});
