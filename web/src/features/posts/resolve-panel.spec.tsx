import { postMessages } from '@postloom/contracts';
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

function show() {
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <PageContextProvider value={{ user: ada, business: null, businesses: [] }}>
        <ResolvePanel postId={post.id} platform="instagram" />
      </PageContextProvider>
    </QueryClientProvider>,
  );
}
const choose = (answer: RegExp) => fireEvent.click(screen.getByRole('radio', { name: answer }));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const linkTo = (address: string) =>
  fireEvent.change(screen.getByLabelText(/Link to the post/), { target: { value: address } });
const sent = () =>
  fetched.mock.calls
    .filter(([, init]) => init?.method === 'POST')
    .map(([, init]) => JSON.parse(String(init?.body)) as unknown);

describe('the question what became of a post', () => {
  // The answer changes the post at once, and with it the panel is gone: often before the answer is confirmed.
  it('says that the answer was taken although the question is gone by then', async () => {
    const answer = Promise.withResolvers<Response>();
    fetched.mockReturnValue(answer.promise);
    const { unmount } = show();
    choose(/^Leave it/);
    press('Leave it');
    await waitFor(() => expect(sent()).toEqual([{ outcome: 'give_up' }]));
    unmount();
    answer.resolve(Response.json(post));
    await waitFor(() => expect(currentToasts()[0]?.title).toBe('Left as it is'));
  });

  it.each(['x.com/a/1', 'javascript:alert(1)'])('takes no %s for the address of a post', async (address) => {
    show();
    choose(/^It’s there/);
    linkTo(address);
    press('Mark as published');
    expect(await screen.findByText(postMessages.linkInvalid)).toBeTruthy();
    await waitFor(() => expect(screen.getByLabelText(/Link to the post/)).toHaveFocus());
    expect(sent()).toEqual([]);
  });

  it.each([
    [' https://x.com/a/1 ', 'https://x.com/a/1'],
    ['  ', null],
  ])('sends the address %j as %j', async (address, permalink) => {
    fetched.mockResolvedValue(Response.json(post));
    show();
    choose(/^It’s there/);
    linkTo(address);
    press('Mark as published');
    await waitFor(() => expect(sent()).toEqual([{ outcome: 'published', permalink }]));
  });

  it('asks once more before a second sending, whatever was written as the link', async () => {
    fetched.mockResolvedValue(Response.json(post));
    show();
    choose(/^It’s there/);
    linkTo('not an address');
    choose(/^Send it again/);
    press('Send it again');
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('it will be there twice');
    expect(sent()).toEqual([]);
    press('Send it again');
    await waitFor(() => expect(sent()).toEqual([{ outcome: 'send_again' }]));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('shows the server’s refusal at the link', async () => {
    const message = 'Please use at most 2000 characters.';
    fetched.mockResolvedValue(
      Response.json(
        { error: 'validation_failed', message, details: [{ path: 'permalink', message }] },
        { status: 400 },
      ),
    );
    show();
    choose(/^It’s there/);
    linkTo('https://x.com/a/1');
    press('Mark as published');
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByLabelText(/Link to the post/)).toHaveAttribute('aria-invalid', 'true');
    expect(currentToasts()).toEqual([]);
  });
});
