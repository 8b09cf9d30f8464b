import type { SocialAccount } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { createQueryClient, pageBusiness, setPageBusinessId } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { schedulesQuery } from '#data/schedules.ts';
import { socialAccountsQuery } from '#data/social.ts';
import { ada } from '#data/testing/people.ts';
import { aPhoto, photoId } from '#data/testing/photos.ts';
import { aPost } from '#data/testing/posts.ts';
import { businessesQuery } from '#data/businesses.ts';
import { useBusinesses } from '#features/businesses/api/businesses.ts';
import { currentUserQuery } from '#features/account/api/current-user.ts';
import { firstAnswers } from '../../server/src/first-answers.ts';
import { App, fetchProduct } from './app.tsx';
import { businessOfPage } from './page-business.ts';
import { readsOf, screenAt } from './routes.ts';
import { takeSignedInData } from './signed-in-data.ts';

const businesses = [
  { id: '00000000-0000-4000-8000-00000000000a', name: 'Rye & Co.', industryType: 'food' },
  {
    id: '00000000-0000-4000-8000-00000000000b',
    name: 'Flax Studio',
    industryType: 'other',
    timeZone: 'America/New_York',
  },
];
const everything = {
  '/api/auth/user': ada,
  '/api/businesses': businesses,
  '/api/user/active-business': { businessId: businesses[1]?.id },
};
const expired: SocialAccount = {
  id: '00000000-0000-4000-8000-00000000000c',
  platform: 'instagram',
  accountName: 'Rye',
  accountId: '1',
  avatarUrl: null,
  status: 'reconnect_required',
  connectedAt: '2026-11-01T00:00:00Z',
  expiresAt: null,
};
const noRows = { data: [], nextCursor: null, total: 0 };
/** Goes out in an hour. */
const soon = { ...aPost('soon', new Date(Date.now() + 3_600_000).toISOString()), photoId: photoId(7) };
const coverAddress = `/api/photos?ids=${photoId(7)}`;
/** What the pages of a new business read first. */
const ofNewBusiness = {
  '/api/social-accounts': noRows,
  '/api/social-accounts/replacements': [],
  '/api/photos': noRows,
  [coverAddress]: { data: [aPhoto(7)] },
  '/api/posts': noRows,
  '/api/posts/scheduled': { ...noRows, data: [soon] },
  '/api/calendar': { posts: [soon], occurrences: [], truncated: false },
  '/api/notifications': noRows,
  '/api/albums': noRows,
  '/api/recurring-schedules': noRows,
  '/api/social/status': { instagram: false, facebook: false, twitter: false, linkedin: false, tiktok: false },
  '/api/dashboard/stats': {
    ...{ totalPhotos: 4321, scheduledPosts: 77, postsThisMonth: 0, engagementRate: 0, engagementMeasured: false },
    lastMonth: { posts: null, engagementRate: null },
  },
  '/api/user/settings': { defaultCaptionStyle: 'casual', autoGenerateCaptions: true, includeHashtags: true },
  '/api/ai-settings': { currentProvider: 'openai', failover: false, providers: [] },
  '/api/user/limits': {
    subscriptionTier: 'free',
    postsUsed: '0',
    postsLimit: 10,
    captionsUsed: 0,
    captionsLimit: 10,
    storageUsed: 0,
    storageLimit: 1_000_000_000,
    accountsUsed: 0,
    accountsLimit: 1,
    canCreatePost: true,
    canUpload: true,
    periodStart: '2026-11-01T00:00:00Z',
    periodEnd: '2026-12-01T00:00:00Z',
  },
};
const fetched = stubbedFetch();

/** What the web origin says of these paths: as the screen that is opened reads them. */
function saying(answers: Readonly<Record<string, unknown>>): string {
  const first = readsOf(screenAt(location.pathname, true)).filter(({ days, as }) => !days && as !== 'covers');
  return JSON.stringify(
    first.filter(({ path }) => path in answers).map((read) => ({ ...read, answer: answers[read.path] })),
  );
}

/** A page as the web origin sends it. */
function pageWith(text: string): void {
  const element = document.createElement('script');
  element.type = 'application/json';
  element.id = 'signed-in';
  element.textContent = text;
  document.head.append(element);
}

beforeEach(() => {
  fetched.mockImplementation(() => new Promise(() => undefined));
  history.replaceState(null, '', '/');
});

describe('what the page already says', () => {
  it('shows the product without asking for it and without a word about loading', async () => {
    pageWith(saying(everything));
    const client = createQueryClient();
    takeSignedInData(client);
    const seen = new Set<string>();
    const note = () => seen.add(document.body.textContent);
    const watch = new MutationObserver(note);
    watch.observe(document.body, { childList: true, subtree: true, characterData: true });
    render(<App client={client} />);
    note();
    expect(await screen.findByRole('button', { name: /Flax Studio/ })).toBeInTheDocument();
    expect(await screen.findByRole('heading', { level: 1 })).toBeInTheDocument();
    watch.disconnect();
    expect([...seen].filter((text) => text.includes('Loading...'))).toEqual([]);
    const asked = fetched.mock.calls.map(([url]) => String(url));
    // The marks beside the names of businesses are asked for afterwards.
    expect(asked.filter((url) => /auth\/user|businesses(?!\/attention)|active-business/.test(url))).toEqual([]);
    expect(pageBusiness()).toBe(businesses[1]?.id);
  });

  it('is in the first render with the page itself, once their code was fetched', async () => {
    history.replaceState(null, '', '/analytics');
    pageWith(saying(everything));
    const client = createQueryClient();
    takeSignedInData(client);
    await fetchProduct('/analytics');
    render(<App client={client} />);
    expect(screen.getByRole('heading', { level: 1, name: 'Analytics' })).toBeInTheDocument();
  });

  it('has a way past the header as the first stop of the Tab key', async () => {
    pageWith(saying(everything));
    const client = createQueryClient();
    takeSignedInData(client);
    render(<App client={client} />);
    await screen.findByRole('heading', { level: 1 });
    const [first] = document.body.querySelectorAll<HTMLElement>('a[href], button, input, [tabindex="0"]');
    expect(first).toHaveTextContent('Skip to content');
    const main = screen.getByRole('main');
    expect(document.querySelector(first?.getAttribute('href') ?? '')).toBe(main);
    // What is no control takes the focus by a link only with this.
    expect(main).toHaveAttribute('tabindex', '-1');
  });

  it('has the warnings about accounts in the first paint of the page, so that they push nothing down', async () => {
    history.replaceState(null, '', '/automation');
    pageWith(
      saying({
        ...everything,
        '/api/social-accounts': { data: [expired] },
        '/api/social-accounts/replacements': [],
      }),
    );
    const client = createQueryClient();
    takeSignedInData(client);
    render(<App client={client} />);
    const heading = await screen.findByRole('heading', { level: 1, name: 'Automation' });
    expect(heading).toBeVisible();
    expect(screen.getByRole('list', { name: 'Accounts that need attention' })).toBeVisible();
    const asked = fetched.mock.calls.map(([url]) => String(url));
    expect(asked.filter((url) => url.includes('/api/social-accounts'))).toEqual([]);
  });

  it.each([
    ['/', '4,321'],
    ['/schedule', '77 scheduled posts'],
    ['/media', '0 photos uploaded'],
    ['/automation', 'No automation schedules yet'],
    ['/settings', 'Premium AI included in your plan'],
  ])('has what %s shows first, so that it is asked for by nobody', { timeout: 60_000 }, async (path, text) => {
    history.replaceState(null, '', path);
    const reads = readsOf(screenAt(path, true));
    const given: string[] = [];
    const ask = (address: string): Promise<unknown> => {
      given.push(address);
      const answers: Readonly<Record<string, unknown>> = { ...everything, ...ofNewBusiness };
      return Promise.resolve(answers[address] ?? answers[address.split('?')[0] ?? '']);
    };
    pageWith(JSON.stringify(await firstAnswers(reads, ask)));
    const client = createQueryClient();
    takeSignedInData(client);
    await act(async () => {
      render(<App client={client} />);
      await import('./signed-in.tsx');
      await import(`./pages/${path.slice(1) || 'dashboard'}-page.tsx`);
    });
    expect(screen.getAllByText(text)[0]).toBeVisible();
    const asked = fetched.mock.calls.map(([url]) => String(url));
    // Of a list whose first rows are there it may ask for others, by a filter, but for no other number of the first.
    const isRead = (url: string) =>
      [coverAddress, ...given].includes(url) ||
      reads.some(({ path: read, query, as, limit }) =>
        query !== undefined || as === 'covers'
          ? false
          : limit === undefined
            ? url.split('?')[0] === read
            : url.replace(/\?limit=\d+$/, '') === read,
      );
    expect(asked.filter(isRead)).toEqual([]);
  });

  it('stays when it cannot be read again', async () => {
    pageWith(saying({ ...everything, ...ofNewBusiness }));
    const client = createQueryClient();
    takeSignedInData(client);
    render(<App client={client} />);
    expect(await screen.findByRole('button', { name: /Flax Studio/ })).toBeVisible();
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    const { result } = renderHook(useBusinesses, {
      wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
    });
    await act(() => client.refetchQueries({ queryKey: businessesQuery.queryKey }));
    await waitFor(() => expect(result.current.isError).toBe(true));
    expect(screen.getByRole('button', { name: /Flax Studio/ })).toBeVisible();
  });

  it('leaves a list that goes on to the page, which reads it to its end', () => {
    history.replaceState(null, '', '/automation');
    pageWith(saying({ ...everything, '/api/recurring-schedules': { data: [{}], nextCursor: 'next', total: 2 } }));
    const client = createQueryClient();
    takeSignedInData(client);
    expect(client.getQueryData(schedulesQuery(pageBusiness()).queryKey)).toBeUndefined();
  });

  it('says nothing of the accounts of another business than the one shown', () => {
    setPageBusinessId(businesses[0]?.id ?? null);
    pageWith(saying({ ...everything, '/api/social-accounts': [expired] }));
    const client = createQueryClient();
    takeSignedInData(client);
    expect(client.getQueryData(socialAccountsQuery(businesses[0]?.id ?? null).queryKey)).toBeUndefined();
    expect(client.getQueryData(socialAccountsQuery(businesses[1]?.id ?? null).queryKey)).toBeUndefined();
  });

  it('is taken once: a page that is old says nothing', () => {
    pageWith(saying(everything));
    takeSignedInData(createQueryClient());
    const later = createQueryClient();
    takeSignedInData(later);
    expect(later.getQueryData(currentUserQuery.queryKey)).toBeUndefined();
  });

  it('is taken in the parts that there are; what is cut off counts as none', async () => {
    pageWith('[{"path":');
    const client = createQueryClient();
    takeSignedInData(client);
    expect(client.getQueryData(currentUserQuery.queryKey)).toBeUndefined();
    pageWith(saying({ '/api/auth/user': ada }));
    takeSignedInData(client);
    expect(client.getQueryData(currentUserQuery.queryKey)).toEqual(ada);
    expect(pageBusiness()).toBeNull();
    await act(async () => {
      render(<App client={client} />);
      await import('./signed-in.tsx');
    });
    expect(fetched.mock.calls.map(([url]) => String(url))).toEqual(
      expect.arrayContaining(['/api/businesses?limit=100', '/api/user/active-business']),
    );
  });
});

describe('the business of a page', () => {
  it('stays while there is such a one, else is the active, else the first', () => {
    const [a, b] = [{ id: 'a' }, { id: 'b' }];
    expect(businessOfPage([a, b], 'b', 'a')).toBe('a');
    expect(businessOfPage([a, b], 'b', 'gone')).toBe('b');
    expect(businessOfPage([a, b], null, null)).toBe('a');
    expect(businessOfPage([], 'b', 'a')).toBeNull();
  });
});
