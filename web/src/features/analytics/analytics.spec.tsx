import type { Analytics, Platform, Post } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PageContextProvider } from '#data/page-context.tsx';
import { aBakery } from '#data/testing/businesses.ts';
import { ada } from '#data/testing/people.ts';
import { aPost, aTarget } from '#data/testing/posts.ts';
import { dailySchedule } from '#data/testing/schedules.ts';
import { createQueryClient, setPageBusinessId } from '#lib/api/index.ts';
import { refusal } from '#lib/testing/answers.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { currentToasts } from '#ui/toast-store.ts';
import { AnalyticsView } from './components/analytics-view.tsx';
import { aMonth, marketAlbum, measured, nothingYet } from './testing/analytics.ts';

const fetched = stubbedFetch();
const narrow = globalThis.matchMedia;
let held: Record<string, unknown>;
let asked: URL[];
/** It has been here since long before the days of `aMonth`. */
const bakery = { ...aBakery, createdAt: '2026-01-01T00:00:00Z' };
const connectedTo = (...platforms: Platform[]): ReadonlySet<Platform> => new Set(platforms);
const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;

beforeEach(() => {
  history.replaceState(null, '', '/analytics');
  setPageBusinessId(aBakery.id);
  held = {};
  asked = [];
  vi.restoreAllMocks();
  fetched.mockImplementation((input) => {
    const url = new URL(input instanceof Request ? input.url : input, location.origin);
    asked.push(url);
    const answer = held[url.pathname];
    if (answer instanceof Error) {
      return refusal(503, 'unavailable', answer.message);
    }
    return Promise.resolve(Response.json(answer ?? { data: [], nextCursor: null, total: 0 }));
  });
});

async function show(
  analytics: Analytics | Error,
  connected = connectedTo('instagram', 'twitter'),
  silent = connectedTo(),
  business = bakery,
) {
  held['/api/analytics'] = analytics;
  await act(async () => {
    render(
      <QueryClientProvider client={createQueryClient()}>
        <PageContextProvider value={{ user: ada, business, businesses: [business] }}>
          <AnalyticsView
            timeZone="UTC"
            connected={connected}
            needsAccounts={connected.size === 0}
            silent={silent}
            warnings={null}
          />
        </PageContextProvider>
      </QueryClientProvider>,
    );
    await Promise.resolve();
  });
  await waitFor(() => expect(screen.queryByText('Loading analytics...')).toBeNull());
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
}
const card = (name: string) => within(screen.getByRole('region', { name }));
const figure = (label: string) =>
  screen.getAllByText(label).find(({ tagName }) => tagName === 'DT')?.nextElementSibling;

describe('Analytics', () => {
  it('says that it is loading', () => {
    fetched.mockReturnValue(new Promise(() => undefined));
    render(
      <QueryClientProvider client={createQueryClient()}>
        <PageContextProvider value={{ user: ada, business: aBakery, businesses: [aBakery] }}>
          <AnalyticsView
            timeZone="UTC"
            connected={undefined}
            needsAccounts={false}
            silent={connectedTo()}
            warnings={null}
          />
        </PageContextProvider>
      </QueryClientProvider>,
    );
    expect(screen.getByText('Loading analytics...')).toBeTruthy();
  });

  describe('of a business that has not begun', () => {
    beforeEach(() => show(nothingYet, connectedTo()));

    it('says what engagement metrics need, and that there is nothing yet', () => {
      expect(screen.getByText(/^Engagement metrics need connected social accounts/)).toBeTruthy();
      expect(figure('Total Photos')?.textContent).toMatch(/^0/);
      expect(figure('Posts Created')?.textContent).toMatch(/^0/);
      expect(figure('Active Schedules')?.textContent).toBe('0of 0 schedules');
      expect(figure('Automation Status')?.textContent).toMatch(/^Setup/);
      expect(card('Automation Overview').getByText('No automation schedules')).toBeTruthy();
      expect(card('Recent Posts Activity').getByText('No posts created yet')).toBeTruthy();
      expect(card('Content Library Status').getByText('0 of 0 schedules active')).toBeTruthy();
      expect(card('Performance by Platform').getAllByText('Not Connected')).toHaveLength(5);
    });

    it('leads on to an account, a post, a schedule and the calendar', () => {
      const links = ['Connect an account', 'Create a post', 'Create a schedule', 'See what is planned'];
      expect(links.map((name) => screen.getByRole('link', { name }).getAttribute('href'))).toEqual([
        ...['/settings#social-accounts', '/schedule?new=1', '/automation', '/schedule'],
      ]);
    });

    it('gives general guidance, labeled as such, and not a single figure', () => {
      const best = card('Best Posting Times');
      expect(best.getByText('General guidance')).toBeTruthy();
      const guidance = {
        ...{ Monday: '9-11 AM, 1-3 PM', Tuesday: '9-11 AM, 2-4 PM', Wednesday: '9-11 AM, 1-3 PM' },
        ...{ Thursday: '9-11 AM, 2-4 PM', Friday: '9-11 AM, 12-2 PM', Weekend: '10 AM-1 PM' },
      };
      for (const [days, hours] of Object.entries(guidance)) {
        expect(best.getByText(days).nextElementSibling).toHaveTextContent(hours);
      }
      expect(best.getByText(/9-11 AM is a good time/)).toBeTruthy();
      expect(best.getByText('Weekend')).toBeVisible();
      expect(best.queryByRole('table')).toBeNull();
      expect(screen.queryByText(/\d%/)).toBeNull();
    });
  });

  describe('of a month', () => {
    beforeEach(async () => {
      held['/api/albums'] = { data: [marketAlbum], nextCursor: null, total: 1 };
      held['/api/recurring-schedules'] = {
        data: [
          { ...dailySchedule, usedPhotoIds: [id(1), id(2)] },
          { ...dailySchedule, id: id(9), name: 'Cakes', isActive: false, nextPostDate: null },
        ],
        nextCursor: null,
        total: 2,
      };
      const post = (n: number, status: Post['status'], at: string | null): Post => ({
        ...aPost(id(n), at, aTarget(status === 'failed' ? 'failed' : status === 'published' ? 'published' : 'pending')),
        ...{ status, caption: `Post ${n} ${'word '.repeat(20)}` },
      });
      held['/api/posts'] = {
        data: [
          post(1, 'scheduled', '2099-11-20T10:00:00Z'),
          post(2, 'published', '2026-11-20T10:00:00Z'),
          post(3, 'failed', '2026-11-19T10:00:00Z'),
          post(4, 'draft', null),
          post(5, 'draft', null),
          post(6, 'draft', null),
        ],
        nextCursor: null,
        total: 63,
      };
      await show(aMonth);
    });

    it('counts the library, the posts and the schedules', () => {
      expect(figure('Total Photos')?.textContent).toMatch(/^41/);
      expect(figure('Posts Created')?.textContent).toMatch(/^63/);
      expect(figure('Active Schedules')?.textContent).toBe('2of 3 schedules');
      expect(figure('Automation Status')?.textContent).toMatch(/^Active/);
      const library = card('Content Library Status');
      expect(library.getByText('2 of 3 schedules active')).toBeTruthy();
      expect(library.getByText('Automation efficiency')).toBeTruthy();
      expect(library.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '2 of 3 schedules active');
    });

    it('shows the figures beside those of the period before', () => {
      const results = card('Results');
      expect(results.getByText(/Oct 25 – Nov 23, 2026\. Compared with Sep 25 – Oct 24, 2026\./)).toBeTruthy();
      expect(figure('Engagement rate')?.textContent).toBe('4.8%Up 0.8 points');
      expect(figure('Interactions')?.textContent).toBe('480Up 20%');
      expect(figure('Published posts')?.textContent).toBe('14Unchanged');
      expect(figure('Followers')?.textContent).toBe('1,240Up 3%');
      expect(results.getByText(/^Likes, comments, shares and saves for every 100 people/)).toBeTruthy();
    });

    it('shows each platform, what it does not tell, and which are not connected', () => {
      const platforms = card('Performance by Platform');
      expect(platforms.getByText('5.0%')).toBeTruthy();
      expect(platforms.getByText('14 of 14 publications measured', { exact: false })).toBeTruthy();
      expect(platforms.getByText(/X does not tell how many people a post reached/)).toBeTruthy();
      expect(platforms.getAllByText('Not Connected')).toHaveLength(3);
    });

    it('shows what became of the accounts by the average day, and which platform tells followers alone', async () => {
      cleanup();
      vi.spyOn(globalThis, 'matchMedia').mockImplementation((query) => ({ ...narrow(query), matches: true }));
      await show(aMonth);
      const accounts = card('Your Accounts');
      expect(accounts.getByText(/^Everything people saw and did on your accounts/)).toBeTruthy();
      expect(accounts.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
        'PlatformFollowersViewsReached a day, on averageInteractions',
        'Instagram1,040Up 4%28,000Up 25%412Down 20%–Not available',
        'X200Unchanged–Not available–Not available–Not available',
      ]);
      expect(accounts.getByText(/^X reports followers only\. /)).toBeTruthy();
    });

    it('has no table of the accounts on a phone, but what each tells one below the other', () => {
      const accounts = card('Your Accounts');
      expect(accounts.queryByRole('table')).toBeNull();
      expect(accounts.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
        'InstagramFollowers1,040Up 4%Views28,000Up 25%Reached a day, on average412Down 20%',
        'XFollowers200Unchanged',
      ]);
    });

    it('says what counts twice wherever it is counted by platform', () => {
      for (const name of ['Performance by Platform', 'Compare Posts']) {
        expect(card(name).getByText(/A post on two platforms counts as two publications\./)).toBeTruthy();
      }
    });

    it('begins the times of the day where posts went out, beside the names of the days', async () => {
      cleanup();
      vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
        return this instanceof HTMLTableCellElement ? 60 * this.cellIndex : 0;
      });
      await show(aMonth);
      const times = card('Best Posting Times').getByRole('region');
      expect(times.scrollLeft).toBe(60 * 4 - 52);
    });

    it('names the times that stand out, and each time with the posts it rests on', () => {
      const best = card('Best Posting Times');
      expect(best.queryByText('General guidance')).toBeNull();
      expect(best.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
        expect.stringMatching(/^Judging by your 12 posts on Mondays/),
      ]);
      const monday = best.getByRole('row', { name: /^Monday/ });
      expect(within(monday).getByText('+24%').closest('td')?.textContent).toBe('+24%12 posts');
    });

    it('says what worked with its evidence, the album by its name', () => {
      expect(
        card('What Worked').getByText(
          'Photos from the album “Market” got about 31% more engagement than your others (14 posts against 10; most likely between 10% and 58% more).',
        ),
      ).toBeTruthy();
    });

    it('has every chart as words and as a table', async () => {
      const results = card('Results');
      fireEvent.change(results.getByRole('combobox', { name: 'Show over time' }), { target: { value: 'followers' } });
      const summary = 'Followers: highest with 1,240, Mon, Nov 23; lowest with 1,236, Sun, Nov 22.';
      expect(await results.findByRole('img', { name: summary })).toBeTruthy();
      expect(results.getByText(summary)).toBeTruthy();
      const rows = results.getAllByRole('row', { hidden: true }).map((row) => row.textContent);
      expect(rows).toEqual(['DayFollowers', 'Sun, Nov 221,236', 'Mon, Nov 231,240']);
    });

    it('compares posts by what they have in common', async () => {
      const breakdown = card('Compare Posts');
      fireEvent.change(breakdown.getByRole('combobox', { name: 'Compare by' }), { target: { value: 'album' } });
      const rows = breakdown.getAllByRole('row', { hidden: true }).map((row) => row.textContent);
      expect(rows).toEqual([
        'AlbumEngagement rateBefore',
        'Market (14 publications)6.0%5.0%',
        'No album (10 publications)3.6%–',
      ]);
      const bars = await breakdown.findByRole('img', { name: /^Engagement rate: highest with 6\.0%, Market/ });
      expect(breakdown.getByText(/ Compared with Sep 25 – Oct 24, 2026\.$/)).toBeTruthy();
      expect([...bars.children].map((bar) => bar.textContent)).toEqual([
        'Market (14 publications)Up 1 point6.0%',
        'No album (10 publications)3.6%',
      ]);
    });

    it('shows each day beside that of the period before, and says what the short lines are', async () => {
      const results = card('Results');
      const chart = await results.findByRole('img', { name: /^Interactions: highest/ });
      expect(within(chart).getByText('Before, Sun, Oct 25: 30')).toBeTruthy();
      expect(results.getByText(/The short lines show Sep 25 – Oct 24, 2026\.$/)).toBeTruthy();
      const [head, first, second] = results.getAllByRole('row', { hidden: true }).map((row) => row.textContent);
      expect([head, first, second]).toEqual(['DayInteractionsBefore', 'Sun, Oct 252030', 'Mon, Oct 26––']);
    });

    it('draws the albums with the most posts and all others as one bar, and lists every one in the table', async () => {
      const byAlbum = Array.from({ length: 40 }, (_, index) => ({
        ...{ albumId: `0192f3c0-0000-7000-8000-0000000001${String(index + 10)}` },
        ...measured(index < 10 ? 5 : 2, 10 + index, 1_000),
        ...(index > 37 ? { previous: measured(2, 25 * (index - 37), 1_000) } : {}),
      }));
      cleanup();
      await show({ ...aMonth, byAlbum });
      const breakdown = card('Compare Posts');
      fireEvent.change(breakdown.getByRole('combobox', { name: 'Compare by' }), { target: { value: 'album' } });
      expect(breakdown.getAllByRole('row', { hidden: true })).toHaveLength(41);
      const bars = await breakdown.findByRole('img', { name: /^Engagement rate/ });
      expect(bars.children).toHaveLength(11);
      // 30 albums with 20 to 49 interactions of a thousand people each; before it were two of them with 25 and 50.
      expect(bars.lastElementChild?.textContent).toBe('30 others (60 publications)Down 0.3 points3.5%');
    });

    it('lists top posts, a deleted one without its words', () => {
      const top = card('Top Posts');
      const [first, second] = top.getAllByRole('listitem').map((item) => item.textContent);
      expect(first).toMatch(/^Rye bread from the stone oven, out at seven every morning bu…/);
      expect(second).toMatch(/^This post was deleted\./);
    });

    it('lists the schedules with what comes next', () => {
      const rows = card('Automation Overview').getAllByRole('listitem');
      expect(rows.map((row) => row.textContent)).toEqual([
        expect.stringMatching(/^Bread of the dayActiveEvery Day, 9:00 AM, 2 photos used.*Jan 1, 2099/),
        expect.stringMatching(/^CakesPausedEvery Day, 9:00 AM, 0 photos usedNot scheduled$/),
      ]);
      const [bread, cakes] = rows.map((row) => within(row));
      expect(bread?.getByText('Active')).toBeVisible();
      expect(cakes?.getByText('Paused')).toBeVisible();
      expect(cakes?.getByText('Not scheduled')).toBeVisible();
      expect(cakes?.getByText(/ 0 photos used$/)).toBeVisible();
    });

    it('lists five posts, their captions cut, each with its hint', () => {
      const rows = card('Recent Posts Activity').getAllByRole('listitem');
      expect(rows).toHaveLength(5);
      const [scheduled, published, failed, draft] = rows.map((row) => row.textContent ?? '');
      expect(scheduled).toMatch(/Scheduled: Fri, Nov 20, 2099, 10:00 AM.*1 platform.*Pending automation$/);
      expect(published).toMatch(/Posted successfully$/);
      expect(failed).toMatch(/Posting failed$/);
      expect(draft).toMatch(/Draft.*Ready to schedule$/);
      expect(within(rows[0] as HTMLElement).getByRole('link').textContent).toMatch(/^Post 1 .{53}…$/);
    });
  });

  it('keeps what it knows of a block when another one fails', async () => {
    held['/api/recurring-schedules'] = new Error('Schedules are out.');
    await show(aMonth);
    expect(await card('Automation Overview').findByText('Schedules are out.')).toBeTruthy();
    expect(card('Automation Overview').getByRole('button', { name: 'Retry' })).toBeTruthy();
    expect(figure('Interactions')?.textContent).toMatch(/^480/);
  });

  it('compares no sums with days of which some were before the business was here, and says so', async () => {
    await show(aMonth, undefined, undefined, { ...bakery, createdAt: '2026-10-20T08:00:00Z' });
    expect(card('Results').getByText(/Your business has been here since Oct 20, 2026, so only/)).toBeTruthy();
    expect(figure('Interactions')?.textContent).toBe('480Nothing to compare with');
    expect(figure('Engagement rate')?.textContent).toBe('4.8%Up 0.8 points');
    const breakdown = card('Compare Posts');
    fireEvent.change(breakdown.getByRole('combobox', { name: 'Show over time' }), {
      target: { value: 'interactions' },
    });
    const bars = await breakdown.findByRole('img', { name: /^Interactions/ });
    expect(bars.firstElementChild?.textContent).toBe('Monday (12 publications)300');
  });

  it('orders the newest posts by when they go out or went out, and drafts after them', async () => {
    const at = (n: number, when: string | null, status: Post['status']) => ({
      ...{ ...aPost(id(n), when, aTarget('pending')), status, caption: `Post ${n}` },
    });
    held['/api/posts'] = {
      data: [
        at(1, '2026-11-23T10:00:00Z', 'published'),
        at(2, null, 'draft'),
        at(3, '2026-11-29T10:00:00Z', 'scheduled'),
        at(4, '2026-11-25T10:00:00Z', 'published'),
      ],
      ...{ nextCursor: null, total: 4 },
    };
    await show(aMonth);
    const names = card('Recent Posts Activity').getAllByRole('link');
    expect(names.map(({ textContent }) => textContent)).toEqual(['Post 3', 'Post 4', 'Post 1', 'Post 2']);
  });

  it('knows a post by the words that went out, where nobody got the shared ones', async () => {
    const post = { ...aPost(id(1), null), caption: 'Shared', captionByPlatform: { instagram: 'For Instagram' } };
    held['/api/posts'] = { data: [{ ...post, platforms: ['instagram'] }], nextCursor: null, total: 1 };
    await show(aMonth);
    expect(card('Recent Posts Activity').getByRole('link')).toHaveTextContent('For Instagram');
  });

  it('names a post that has no caption', async () => {
    held['/api/posts'] = { data: [{ ...aPost(id(1), null), caption: '' }], nextCursor: null, total: 1 };
    await show({ ...aMonth, topPosts: aMonth.topPosts.slice(0, 1).map((post) => ({ ...post, caption: '' })) });
    for (const name of ['Recent Posts Activity', 'Top Posts']) {
      expect(card(name).getByRole('link')).toHaveTextContent('Post without a caption');
    }
  });

  it('takes no album for deleted whose name it could not read', async () => {
    held['/api/albums'] = new Error('Albums are out.');
    await show(aMonth);
    const breakdown = card('Compare Posts');
    fireEvent.change(breakdown.getByRole('combobox', { name: 'Compare by' }), { target: { value: 'album' } });
    const [, first] = breakdown.getAllByRole('row', { hidden: true }).map((row) => row.textContent);
    expect(first).toBe('An album (14 publications)6.0%5.0%');
  });

  it('says that nothing was measured of a connected platform', async () => {
    await show(nothingYet);
    expect(card('Performance by Platform').getAllByText('No engagement data yet')).toHaveLength(2);
    expect(card('Top Posts').getByText('No engagement data yet')).toBeTruthy();
  });

  it('has no word about accounts of which followers are all that is told', async () => {
    await show({ ...aMonth, accounts: [] });
    expect(screen.queryByRole('region', { name: 'Your Accounts' })).toBeNull();
  });

  it('promises no data of a platform that will never tell any of the account', async () => {
    await show(nothingYet, connectedTo('linkedin', 'facebook'), connectedTo('linkedin'));
    const platforms = card('Performance by Platform');
    expect(platforms.getByText('LinkedIn tells no figures of personal profiles.')).toBeTruthy();
    expect(platforms.getAllByText('No engagement data yet')).toHaveLength(1);
    expect(platforms.getAllByText('Not Connected')).toHaveLength(3);
  });

  it('says that the figures failed, and shows the rest', async () => {
    held['/api/posts'] = { data: [aPost(id(1), null)], nextCursor: null, total: 1 };
    await show(new Error('Figures are out.'));
    expect(await screen.findByText('Figures are out.')).toBeTruthy();
    expect(card('Recent Posts Activity').getAllByRole('listitem')).toHaveLength(1);
  });

  describe('a report', () => {
    const clicked: string[] = [];
    beforeEach(() => {
      clicked.splice(0);
      vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }));
      vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
        clicked.push(this.download);
      });
      return () => vi.restoreAllMocks();
    });
    const press = (name: string) =>
      fireEvent.click(
        within(screen.getByRole('group', { name: 'Reports' })).getByRole('button', { name: `Download as ${name}` }),
      );

    it('is of the days on the page and of its business, and keeps the name the server gave it', async () => {
      await show(aMonth);
      const before = fetched.getMockImplementation();
      fetched.mockImplementation((input, init) =>
        String(input).startsWith('/api/reports')
          ? Promise.resolve(
              new Response('x', { headers: { 'Content-Disposition': 'attachment; filename="report.pdf"' } }),
            )
          : (before?.(input, init) ?? Promise.reject(new Error('nothing asked'))),
      );
      press('PDF');
      await waitFor(() => expect(clicked).toEqual(['report.pdf']));
      const [url, init] = fetched.mock.calls.find(([input]) => String(input).startsWith('/api/reports')) ?? [];
      expect(url).toBe('/api/reports?from=2026-10-25&to=2026-11-23&format=pdf');
      expect(new Headers(init?.headers).get('X-Business-Id')).toBe(aBakery.id);
    });

    it('says so when it could not be made', async () => {
      held['/api/reports'] = new Error('No report now.');
      await show(aMonth);
      press('Excel');
      await waitFor(() => expect(currentToasts().map(({ description }) => description)).toEqual(['No report now.']));
      expect(clicked).toEqual([]);
    });
  });

  it('keeps the days it shows while one of them is being chosen anew', async () => {
    history.replaceState(null, '', '/analytics?from=2026-03-01&to=2026-03-31');
    await show(nothingYet);
    const last = await screen.findByRole('textbox', { name: 'To' });
    fireEvent.change(last, { target: { value: '' } });
    fireEvent.blur(last);
    expect(await screen.findByText('Please choose both days.')).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'To' })).toBeInvalid();
    expect(location.search).toBe('?from=2026-03-01&to=2026-03-31');
  });

  it('asks for the days that the address names, and keeps a choice in it', async () => {
    history.replaceState(null, '', '/analytics?from=2026-03-01&to=2026-03-31');
    await show(nothingYet);
    const questions = () => asked.filter(({ pathname }) => pathname === '/api/analytics').map(({ search }) => search);
    expect(questions()).toEqual(['?from=2026-03-01&to=2026-03-31']);
    fireEvent.change(screen.getByRole('combobox', { name: 'Days to look at' }), { target: { value: '7' } });
    await waitFor(() => expect(questions()).toHaveLength(2));
    expect(location.search).toBe('?days=7');
    const [from = '', to = ''] = [...new URLSearchParams(questions()[1]).values()];
    expect((Date.parse(to) - Date.parse(from)) / 86_400_000).toBe(6);
  });
});
