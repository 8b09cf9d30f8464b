import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { PageContextProvider } from '#data/page-context.tsx';
import { currentToasts } from '#ui/toast-store.ts';
import { ResolvePanel } from './components/resolve-panel.tsx';
import { ada } from '#data/testing/people.ts';
import { aPost, aTarget } from '#data/testing/posts.ts';

const post = aPost('00000000-0000-4000-8000-000000000001', '2026-11-20T15:00:00Z', aTarget('publishing'));

const fetched = stubbedFetch();

describe('the question what became of a post', () => {
  // The answer changes the post at once, and with it the panel is gone: often before the answer is confirmed.
  it('says that the answer was taken although the question is gone by then', async () => {
    fetched.mockResolvedValue(Response.json(post));
    const { unmount } = render(
      <QueryClientProvider client={createQueryClient()}>
        <PageContextProvider value={{ user: ada, business: null, businesses: [] }}>
          <ResolvePanel postId={post.id} platform="instagram" />
        </PageContextProvider>
      </QueryClientProvider>,
    );
    fireEvent.click(screen.getByRole('radio', { name: /^Leave it/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Leave it' }));
    unmount();
    await waitFor(() => expect(currentToasts()[0]?.title).toBe('Left as it is'));
  });
});
