import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PageContextProvider } from '#data/page-context.tsx';
import { aBakery } from '#data/testing/businesses.ts';
import { ada } from '#data/testing/people.ts';
import { aPost, aTarget } from '#data/testing/posts.ts';
import { createQueryClient, setPageBusinessId } from '#lib/api/index.ts';
import { json, refusal } from '#lib/testing/answers.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { PostDialogs } from './post-dialogs.tsx';
import { ShellActionsContext, type ShellActions } from './shell-actions.ts';

const postId = '00000000-0000-4000-8000-0000000000aa';
const shop = (n: number) => ({
  ...aBakery,
  id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  name: `Shop ${n}`,
});
const fetched = stubbedFetch();

/** The post is in one business, or in none. What is asked of each business is kept in the order of asking. */
function serve(home: string | null, answer = () => refusal(404, 'not_found', 'Not found.')) {
  const asked: string[] = [];
  fetched.mockImplementation((input, init) => {
    const business = new Headers(init?.headers).get('X-Business-Id');
    if (String(input) === `/api/posts/${postId}`) {
      asked.push(business ?? 'none');
      return business === home
        ? json(200, { ...aPost(postId, '2099-11-20T15:00:00Z', aTarget('pending')), caption: 'Rye', history: [] })
        : answer();
    }
    return json(200, init?.method === 'POST' || init?.method === 'PUT' ? JSON.parse(String(init.body)) : []);
  });
  return asked;
}

function show(shops: number) {
  const businesses = Array.from({ length: shops }, (_, index) => shop(index + 1));
  setPageBusinessId(shop(1).id);
  const actions = { connecting: null, connectAccount: vi.fn() } satisfies Partial<ShellActions>;
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PageContextProvider value={{ user: ada, business: shop(1), businesses }}>
        <ShellActionsContext value={actions as Partial<ShellActions> as ShellActions}>
          <PostDialogs timeZone="UTC" onEdit={vi.fn()} />
        </ShellActionsContext>
      </PageContextProvider>
    </QueryClientProvider>,
  );
}

beforeEach(() => history.replaceState(null, '', `/schedule?post=${postId}`));
afterEach(() => {
  setPageBusinessId(null);
  history.replaceState(null, '', '/');
});

describe('a post that the shown business does not have', () => {
  it('is looked for in the others, up to the one that has it, which is one click away', async () => {
    const asked = serve(shop(3).id);
    show(4);
    expect(await screen.findByText('This post is in Shop 3.')).toBeVisible();
    expect(asked).toEqual([shop(1).id, shop(2).id, shop(3).id]);
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Switch to Shop 3' }));
    expect(await screen.findByRole('dialog', { name: 'Rye' })).toBeVisible();
    expect(location.search).toBe(`?post=${postId}`);
  });

  it('is said to be gone when no other has it either', async () => {
    serve(null);
    show(2);
    expect(await screen.findByText('It was deleted, or it belongs to somebody else.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Retry|Switch/ })).toBeNull();
    fireEvent.click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
    await waitFor(() => expect(location.search).toBe(''));
  });

  it('is looked for in twenty others at most', async () => {
    const asked = serve(null);
    show(30);
    await screen.findByText('It was deleted, or it belongs to somebody else.');
    expect(asked).toHaveLength(21);
  });
});

it('a post that could not be read is read again, and nowhere else', async () => {
  const asked = serve(null, () => refusal(503, 'unavailable', 'Please try again in a minute.'));
  show(3);
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeVisible();
  expect(asked).toEqual([shop(1).id]);
});
