import type { Platform } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PageContextProvider } from '#data/page-context.tsx';
import { aBakery as business } from '#data/testing/businesses.ts';
import { bakeryTemplate } from '#data/testing/industry-template.ts';
import { freeLimits } from '#data/testing/limits.ts';
import { ada } from '#data/testing/people.ts';
import { aPhoto, photoId } from '#data/testing/photos.ts';
import { aPost } from '#data/testing/posts.ts';
import { createQueryClient } from '#lib/api/index.ts';
import { platforms } from '#lib/contract-data.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { temporalReady } from '#lib/zoned-time.ts';
import { currentToasts } from '#ui/toast-store.ts';
import StarterWeekDialog from './components/starter-week-dialog.tsx';

const fetched = stubbedFetch();
const made = [photoId(11), photoId(12)];
const does = { onUpload: vi.fn(), onConnect: vi.fn(), onUpgrade: vi.fn(), onMade: vi.fn(), onClose: vi.fn() };
const connected = (...some: Platform[]) => Object.fromEntries(platforms.map((one) => [one, some.includes(one)]));
let answers: Record<string, () => unknown>;

beforeEach(() => {
  Object.values(does).forEach((one) => one.mockReset());
  answers = {
    '/api/industry-templates': () => [bakeryTemplate],
    '/api/photos': () => ({ data: [aPhoto(1), aPhoto(2)], nextCursor: null, total: 2 }),
    '/api/social/status': () => connected('instagram'),
    '/api/user/limits': () => freeLimits,
    '/api/posts/starter-week': () => ({ posts: made.map((id) => aPost(id, '2099-01-01T10:00:00Z')) }),
    '/api/posts/starter-week/undo': () => ({ removed: made, kept: [] }),
  };
  fetched.mockImplementation((input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin);
    const answer = answers[pathname]?.();
    return Promise.resolve(answer instanceof Response ? answer : Response.json(answer));
  });
});

async function open() {
  await act(async () => {
    render(
      <QueryClientProvider client={createQueryClient()}>
        <PageContextProvider value={{ user: ada, business, businesses: [business] }}>
          <Suspense>
            <StarterWeekDialog business={business} {...does} />
          </Suspense>
        </PageContextProvider>
      </QueryClientProvider>,
    );
    await temporalReady();
  });
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const sent = (path: string) =>
  fetched.mock.calls
    .filter(([url, init]) => init?.method === 'POST' && new URL(String(url), location.origin).pathname === path)
    .map(([, init]) => ({
      body: JSON.parse(String(init?.body)) as { drafts: { caption: string; photoId: string }[]; ids: string[] },
      key: new Headers(init?.headers).get('Idempotency-Key'),
    }));

describe('starting with a week', () => {
  it('shows each draft before it is made, and makes those that are chosen', async () => {
    await open();
    const boxes = await screen.findAllByRole('checkbox');
    expect(boxes).toHaveLength(2);
    expect(screen.getByText(/nothing goes out until you have read and scheduled it/)).toBeInTheDocument();
    const cake = screen.getByRole('checkbox', { name: /Cake$/ });
    fireEvent.click(cake);
    press('Make 1 draft');
    await waitFor(() => expect(does.onMade).toHaveBeenCalledOnce());
    const [call] = sent('/api/posts/starter-week');
    expect(call?.body.drafts).toHaveLength(1);
    const captions = bakeryTemplate.examplePosts
      .filter(({ kind }) => kind === 'Loaf of the day')
      .map((post) => post.caption);
    expect(captions).toContain(call?.body.drafts[0]?.caption);
    expect([photoId(1), photoId(2)]).toContain(call?.body.drafts[0]?.photoId);
    expect(call?.key).toEqual(expect.any(String));
  });

  it('makes none while none is chosen', async () => {
    await open();
    for (const box of await screen.findAllByRole('checkbox')) {
      fireEvent.click(box);
    }
    expect(screen.getByRole('button', { name: 'Choose at least one' })).toBeDisabled();
  });

  it('asks again with the same key after a lost answer, so that the week is made once', async () => {
    await open();
    await screen.findAllByRole('checkbox');
    const { '/api/posts/starter-week': answer } = answers;
    answers['/api/posts/starter-week'] = () => {
      throw new TypeError('the connection broke');
    };
    press('Make 2 drafts');
    await waitFor(() => expect(currentToasts()[0]).toMatchObject({ tone: 'error', open: true }));
    expect(does.onMade).not.toHaveBeenCalled();
    answers['/api/posts/starter-week'] = answer ?? (() => undefined);
    press('Make 2 drafts');
    await waitFor(() => expect(does.onMade).toHaveBeenCalledOnce());
    const [lost, again] = sent('/api/posts/starter-week');
    expect(again).toEqual(lost);
  });

  it('takes the drafts back, and says which stayed because somebody changed them', async () => {
    answers['/api/posts/starter-week/undo'] = () => ({ removed: made.slice(1), kept: made.slice(0, 1) });
    await open();
    await screen.findAllByRole('checkbox');
    press('Make 2 drafts');
    await waitFor(() => expect(currentToasts()[0]?.title).toBe('2 drafts in your calendar'));
    act(() => currentToasts()[0]?.action?.onSelect());
    await waitFor(() => expect(currentToasts()[0]?.title).toBe('Drafts taken back'));
    expect(currentToasts()[0]?.description).toBe('1 draft stayed because you changed it.');
    expect(sent('/api/posts/starter-week/undo')[0]?.body).toEqual({ ids: made });
  });

  it('offers no more than the plan has left, and says why', async () => {
    answers['/api/user/limits'] = () => ({ ...freeLimits, postsUsed: '4' });
    await open();
    expect(await screen.findAllByRole('checkbox')).toHaveLength(1);
    expect(screen.getByText(/You have 1 post left this month/)).toBeInTheDocument();
  });

  it.each([
    ['/api/social/status', connected(), 'Connect an account first', 'Connect Instagram', 'onConnect'],
    ['/api/photos', { data: [], nextCursor: null, total: 0 }, 'Upload a few photos first', 'Upload Photos', 'onUpload'],
    ['/api/user/limits', { ...freeLimits, postsUsed: '5' }, 'No posts left this month', 'See plans', 'onUpgrade'],
  ] as const)('without what %s says, leads there', async (path, answer, title, action, done) => {
    answers[path] = () => answer;
    await open();
    expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument();
    press(action);
    expect(does[done]).toHaveBeenCalledOnce();
    expect(screen.queryByRole('button', { name: /^Make/ })).toBeNull();
  });

  it('says that it could not be laid out, and tries again', async () => {
    const { '/api/industry-templates': template } = answers;
    answers['/api/industry-templates'] = () =>
      Response.json({ error: 'unavailable', message: 'Postloom is busy.' }, { status: 503 });
    await open();
    const retry = await screen.findByRole('button', { name: 'Retry' });
    answers['/api/industry-templates'] = template ?? (() => undefined);
    fireEvent.click(retry);
    expect(await screen.findAllByRole('checkbox')).toHaveLength(2);
  });
});
