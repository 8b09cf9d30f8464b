import type { Business, DataImport, UserLimits } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PageContextProvider } from '#data/page-context.tsx';
import { aBakery } from '#data/testing/businesses.ts';
import { ada } from '#data/testing/people.ts';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { ImportCard } from './components/import-card.tsx';

const fetched = stubbedFetch();
const counts = { businesses: 0, photos: 0, albums: 0, posts: 0, schedules: 0, captions: 0 };
const id = '0192f3a4-1111-4222-8333-abcdefabcdef';
const none: DataImport = {
  ...{
    id: null,
    state: 'none',
    askedAt: null,
    bytes: 0,
    receivedBytes: 0,
    partBytes: 4,
    refusal: null,
    businesses: [],
  },
  ...{ percent: 0, brought: counts, leftOut: 0, findings: [], findingsTotal: 0 },
};
const receiving: DataImport = { ...none, id, state: 'receiving', askedAt: '2026-11-23T10:00:00Z', bytes: 10 };
const waiting: DataImport = {
  ...{ ...receiving, state: 'waiting', receivedBytes: 10 },
  businesses: [
    {
      ...{ number: 1, name: 'Bakery Huber', photoBytes: 3_145_728, openPosts: 4 },
      counts: { ...counts, businesses: 1, photos: 20, posts: 7, schedules: 1 },
    },
    { ...{ number: 2, name: 'Café', photoBytes: 1_048_576, openPosts: 0 }, counts: { ...counts, businesses: 1 } },
  ],
};
const limits: UserLimits = {
  ...{ subscriptionTier: 'free', postsUsed: '2', postsLimit: 5, captionsUsed: 0, captionsLimit: 20 },
  ...{ storageUsed: 98, storageLimit: 100, accountsUsed: 0, accountsLimit: 1, canCreatePost: true, canUpload: true },
  ...{ periodStart: '2026-11-01T00:00:00Z', periodEnd: '2026-12-01T00:00:00Z' },
};
const answer = (body: unknown, status = 200) => Promise.resolve(new Response(JSON.stringify(body), { status }));

/** What the server says when it is asked; tests change it. */
let now: DataImport;
let plan: UserLimits | null;
const asked: { method: string; path: string; body: unknown }[] = [];

/** Parts that arrive: XMLHttpRequest, as the upload uses it. */
const parts: string[] = [];
let breaks = 0;
/** What a part is answered that does not arrive; null: nothing. */
let refusal: number | null = null;
class Upload {
  upload: { onprogress?: (event: unknown) => void } = {};
  status = 0;
  responseText = '';
  onload = (): void => undefined;
  onerror = (): void => undefined;
  private path = '';
  open(_method: string, path: string): void {
    this.path = path;
  }
  setRequestHeader(): void {}
  getResponseHeader(): null {
    return null;
  }
  async send(bytes: Blob): Promise<void> {
    const text = await bytes.text();
    if (breaks > 0) {
      breaks -= 1;
      if (refusal === null) {
        this.onerror();
      } else {
        [this.status, this.responseText] = [refusal, JSON.stringify({ error: 'refused', message: 'Not now.' })];
        this.onload();
      }
      return;
    }
    parts.push(`${this.path.split('/').at(-1)} ${text}`);
    const receivedBytes = now.receivedBytes + text.length;
    now = { ...now, receivedBytes, state: receivedBytes === now.bytes ? 'checking' : 'receiving' };
    [this.status, this.responseText] = [200, JSON.stringify(now)];
    this.onload();
  }
}

function show(state: DataImport, businesses: readonly Business[] = [aBakery]): void {
  now = state;
  fetched.mockImplementation((input, init) => {
    const [method, path] = [init?.method ?? 'GET', String(input)];
    asked.push({ method, path, body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined });
    if (path === '/api/user/limits') {
      return plan === null ? Promise.reject(new TypeError('Failed to fetch')) : answer(plan);
    }
    return answer(now, method === 'POST' ? 202 : 200);
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PageContextProvider value={{ user: ada, business: businesses[0] ?? null, businesses }}>
        <ImportCard />
      </PageContextProvider>
    </QueryClientProvider>,
  );
}
const choose = async (): Promise<void> => {
  const zip = new File(['0123456789'], 'mine.zip', { lastModified: 7 });
  fireEvent.change(await screen.findByLabelText('The zip of your export'), { target: { files: [zip] } });
};
const sent = (method: string) => asked.filter((one) => one.method === method);

describe('the card of the import on Settings', () => {
  beforeEach(() => {
    [plan, breaks, refusal] = [limits, 0, null];
    [asked, parts].forEach((list) => list.splice(0));
    vi.stubGlobal('XMLHttpRequest', Upload);
  });
  afterEach(() => vi.useRealTimers());

  it('sends a zip part by part, and then says that it is checked', async () => {
    show(none);
    await screen.findByRole('button', { name: 'Choose a zip' });
    now = receiving;
    await choose();
    expect(await screen.findByText('Your zip is being checked')).toBeInTheDocument();
    expect(sent('POST')).toEqual([
      { method: 'POST', path: '/api/user/import', body: { bytes: 10, file: 'mine.zip 7' } },
    ]);
    expect(parts).toEqual(['0 0123', '4 4567', '8 89']);
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it.each([
    ['a break', null],
    ['a tunnel, in which a part came too slowly', 408],
  ])('goes on where it stopped, after %s and after the same file was chosen again', async (_, status) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    refusal = status;
    show({ ...receiving, receivedBytes: 4 });
    expect(await screen.findByText(/^The upload stopped at 40%/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Choose the zip again' })).toBeInTheDocument();
    breaks = 2;
    await choose();
    expect(await screen.findByRole('progressbar', { name: 'Your zip is being uploaded' })).toHaveAttribute(
      'aria-valuenow',
      '40',
    );
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(await screen.findByText('Your zip is being checked')).toBeInTheDocument();
    expect(parts).toEqual(['4 4567', '8 89']);
  });

  it('says when it gives up sending', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    show(receiving);
    breaks = 1_000;
    await choose();
    await act(() => vi.advanceTimersByTimeAsync(300_000));
    expect(await screen.findByText(/^The zip could not be uploaded/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Choose the zip again' })).toBeInTheDocument();
  });

  it('says what each business holds and what does not fit, before anything begins', async () => {
    show(waiting);
    expect(await screen.findByText('20 photos, 7 posts, 1 schedule, 3 MB')).toBeInTheDocument();
    expect(await screen.findByText(/take 4 MB, and your plan has room for 2 MB/)).toBeInTheDocument();
    expect(screen.getByText(/^4 posts are drafts, and your plan has 3 left this month/)).toBeInTheDocument();
    fireEvent.click(screen.getByRole('checkbox', { name: /Bakery Huber/ }));
    expect(screen.queryByText(/your plan has/)).not.toBeInTheDocument();
    fireEvent.click(screen.getByRole('checkbox', { name: /Also take over my caption/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Bring back' }));
    now = { ...waiting, state: 'working', percent: 7 };
    expect(await screen.findByRole('progressbar', { name: 'Your export is coming back' })).toHaveAttribute(
      'aria-valuenow',
      '7',
    );
    expect(sent('POST')).toEqual([
      { method: 'POST', path: '/api/user/import/begin', body: { businesses: [2], settings: false } },
    ]);
  });

  it('asks for the room of their own plan where the page shows the business of another person', async () => {
    const theirs: Business = { ...aBakery, id: '0192f3c0-0000-7000-8000-00000000000c', role: 'editor' };
    show(waiting, [theirs, aBakery]);
    expect(await screen.findByText(/take 4 MB, and your plan has room for 2 MB/)).toBeInTheDocument();
    const businesses = fetched.mock.calls
      .filter(([input]) => input === '/api/user/limits')
      .map(([, init]) => new Headers(init?.headers).get('x-business-id'));
    expect(businesses).toEqual([aBakery.id]);
  });

  it('says that the room is not known to a person who has no business of their own', async () => {
    show(waiting, [{ ...aBakery, role: 'editor' }]);
    expect(await screen.findByText(/^We could not look up what your plan has room for/)).toBeInTheDocument();
    expect(asked.map(({ path }) => path)).not.toContain('/api/user/limits');
    expect(screen.getByRole('button', { name: 'Bring back' })).toBeEnabled();
  });

  it('begins nothing without a business, and says when the plan is not known', async () => {
    plan = null;
    show(waiting);
    expect(
      await screen.findByText(/^We could not look up what your plan has room for/, {}, { timeout: 10_000 }),
    ).toBeInTheDocument();
    screen.getAllByRole('checkbox', { name: /Bakery|Café/ }).forEach((box) => fireEvent.click(box));
    expect(screen.getByRole('button', { name: 'Bring back' })).toBeDisabled();
    now = { ...waiting, state: 'dropped' };
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('button', { name: 'Choose a zip' })).toBeInTheDocument();
    expect(sent('DELETE')).toHaveLength(1);
  });

  it('reports what came back and what is different', async () => {
    show({
      ...{ ...waiting, state: 'done', percent: 100, leftOut: 1, findingsTotal: 202 },
      brought: { ...counts, businesses: 1, photos: 1_204, posts: 2, schedules: 1 },
      findings: [
        { file: 'a/photos-0001.ndjson', line: 3, what: 'This picture is not the one that was exported.' },
        { file: 'a/posts-0001.ndjson', line: null, what: 'Shop was deleted while it came back.' },
      ],
    });
    expect(await screen.findByText('1 business, 1,204 photos, 2 posts, 1 schedule came back.')).toBeInTheDocument();
    expect(screen.getByText('One thing was left out.')).toBeInTheDocument();
    expect(screen.getByText('What is different (202)')).toBeInTheDocument();
    expect(screen.getByText(/^This picture is not the one/)).toHaveTextContent('(a/photos-0001.ndjson, line 3)');
    expect(screen.getByText('And 200 more.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Choose another zip' })).toBeInTheDocument();
  });

  it('says why a zip was refused, to whoever waited for it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    show({ ...receiving, state: 'checking', receivedBytes: 10 });
    await screen.findByText('Your zip is being checked');
    now = { ...receiving, state: 'refused', refusal: 'This zip is not an export of Postloom.' };
    await act(() => vi.advanceTimersByTimeAsync(3_500));
    const text = await screen.findByText('This zip is not an export of Postloom.');
    expect(document.activeElement).toContainElement(text);
    expect(screen.getByRole('button', { name: 'Choose another zip' })).toBeInTheDocument();
  });

  it('can be asked again when its state could not be fetched', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    render(
      <QueryClientProvider client={createQueryClient()}>
        <ImportCard />
      </QueryClientProvider>,
    );
    expect(await screen.findByRole('button', { name: 'Retry' }, { timeout: 10_000 })).toBeInTheDocument();
  });
});
