import type { Post } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { PropsWithChildren } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aPost } from '#data/testing/posts.ts';
import { createQueryClient, setPageBusinessId } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { temporalReady } from '#lib/zoned-time.ts';
import { currentToasts } from '#ui/toast-store.ts';
import { usePostMoves } from './use-post-moves.ts';

const [rye, flax] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];
const idOf = (index: number) => `00000000-0000-4000-8000-00000000010${index}`;
const posts = Array.from({ length: 9 }, (_, index) => aPost(idOf(index), '2099-11-12T15:00:00Z'));
const fetched = stubbedFetch();

type Call = {
  id: string;
  method: string;
  businessId: string | null;
  keepalive: boolean;
  answer(response: Response): void;
};
let calls: Call[] = [];

beforeEach(async () => {
  calls = [];
  setPageBusinessId(rye);
  await temporalReady();
  fetched.mockImplementation((url, init) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const id = decodeURIComponent(String(url).split('/').at(-1) ?? '');
    const businessId = new Headers(init?.headers).get('X-Business-Id');
    const { method = 'GET', keepalive = false } = init ?? {};
    calls.push({ id, method, businessId, keepalive, answer: resolve });
    return promise;
  });
});

function moves() {
  const wrapper = ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={createQueryClient()}>{children}</QueryClientProvider>
  );
  return renderHook(() => usePostMoves('UTC'), { wrapper });
}

/** As the page does: the calendar of the former business is gone in the same moment. */
function turnTo(businessId: string, unmount: () => void): void {
  act(() => {
    setPageBusinessId(businessId);
    unmount();
  });
}

const saved = (id: string): Response => {
  const post = posts.find((one) => one.id === id) as Post;
  return Response.json({ ...post, version: post.version + 1 });
};

async function answerAll(refuse: (id: string) => boolean = () => false): Promise<void> {
  let answered = 0;
  await waitFor(() => {
    for (; answered < calls.length; answered += 1) {
      const { id, answer } = calls[answered] as Call;
      answer(refuse(id) ? Response.json({ error: 'not_found', message: 'Not found.' }, { status: 404 }) : saved(id));
    }
    expect(currentToasts()).toHaveLength(1);
  });
}

describe('posts that are changed when the person turns to another business', () => {
  it('are changed in their own one to the last, and what was refused is said there', async () => {
    const { result, unmount } = moves();
    act(() => void result.current.shiftBy(posts, 7));
    await waitFor(() => expect(calls).toHaveLength(4));
    turnTo(flax, unmount);
    await answerAll((id) => id === idOf(8));
    expect(calls.map(({ businessId }) => businessId)).toEqual(posts.map(() => rye));
    expect(currentToasts()[0]).toMatchObject({
      title: '8 posts rescheduled, 1 not changed',
      description: 'In the business you were in before',
    });
  });

  it('are deleted in their own one, which no longer waits for an Undo', async () => {
    const { result, unmount } = moves();
    act(() => void result.current.remove(posts.slice(0, 2)));
    await answerAll();
    turnTo(flax, unmount);
    const deletions = () => calls.filter(({ method }) => method === 'DELETE');
    await waitFor(() => expect(deletions().map(({ businessId }) => businessId)).toEqual([rye, rye]));
  });

  it('come back with the Undo of a message that is still on screen', async () => {
    const { result, unmount } = moves();
    act(() => void result.current.unschedule(posts.slice(0, 1)));
    await answerAll();
    turnTo(flax, unmount);
    vi.mocked(fetched).mockClear();
    act(() => currentToasts()[0]?.action?.onSelect());
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(calls.map(({ businessId }) => businessId)).toEqual([rye, rye]);
  });
});

describe('posts that are deleted when the page is closed', () => {
  const drafts = posts.map((post): Post => ({ ...post, status: 'draft' }));
  const sent = () => calls.map(({ id, method, keepalive }) => ({ id, method, keepalive }));

  it('are all deleted in that moment, by calls that the browser carries on with', async () => {
    const { result } = moves();
    await act(() => result.current.remove(drafts));
    expect(calls).toEqual([]);
    act(() => void dispatchEvent(new Event('pagehide')));
    expect(sent()).toEqual(drafts.map(({ id }) => ({ id, method: 'DELETE', keepalive: true })));
  });

  it('are deleted once, also when the page comes back and is left again', async () => {
    const { result, unmount } = moves();
    await act(() => result.current.remove(drafts.slice(0, 1)));
    act(() => void dispatchEvent(new Event('pagehide')));
    act(() => void dispatchEvent(new Event('pagehide')));
    unmount();
    expect(sent()).toHaveLength(1);
  });

  it('are kept when that was taken back before', async () => {
    const { result } = moves();
    await act(() => result.current.remove(drafts));
    act(() => {
      result.current.undoLast();
    });
    act(() => void dispatchEvent(new Event('pagehide')));
    expect(calls).toEqual([]);
  });
});
