import type { DashboardStats, Post } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { aPost, aTarget } from '#data/testing/posts.ts';
import { anOccurrence } from '#data/testing/occurrences.ts';
import { aPhoto } from '#data/testing/photos.ts';
import { dailySchedule } from '#data/testing/schedules.ts';
import { PageContextProvider } from '#data/page-context.tsx';
import { ada } from '#data/testing/people.ts';
import { AttentionCard } from './components/attention-card.tsx';
import { GettingStartedCard } from './components/getting-started-card.tsx';
import { QuickScheduleCard } from './components/quick-schedule-card.tsx';
import { StatsCard } from './components/stats-card.tsx';
import { UpcomingCard } from './components/upcoming-card.tsx';

const fetched = stubbedFetch();
const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const error = (code: string) => ({ code, message: 'The shape is wrong.' });

/** Answers by the path that is asked; everything else is an empty list. */
function serve(answers: Record<string, unknown>) {
  fetched.mockImplementation((url) => {
    const path = Object.keys(answers).find((one) => String(url).includes(one));
    return Promise.resolve(Response.json(path === undefined ? [] : answers[path]));
  });
}
const page = (...data: unknown[]) => ({ data, nextCursor: null, total: data.length });

function show(children: ReactNode) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PageContextProvider value={{ user: ada, business: null, businesses: [] }}>{children}</PageContextProvider>
    </QueryClientProvider>,
  );
}

const attention = {
  ...aPost(id(1), '2026-11-20T10:00:00Z', { ...aTarget('needs_attention'), error: error('cannot_tell') }),
  caption: 'Nobody knows',
};
const planned = { ...aPost(id(2), '2099-11-20T10:00:00Z', aTarget('pending')), caption: 'Rye bread' };
const draft: Post = { ...planned, id: id(4), status: 'draft', scheduledFor: null };
const failed: Post = {
  ...aPost(id(3), '2026-11-20T10:00:00Z', { ...aTarget('failed'), error: error('refused') }),
  status: 'failed',
  caption: 'Too wide',
};

const lost = {
  ...{ id: id(5), platform: 'instagram', accountName: 'Rye', accountId: '1', avatarUrl: null },
  ...{ status: 'reconnect_required', connectedAt: '2026-11-01T00:00:00Z', expiresAt: null },
} as const;

describe('the dashboard', () => {
  it('never shows a post that needs attention as scheduled', async () => {
    serve({ '/api/posts/scheduled': page(attention, planned) });
    show(<QuickScheduleCard timeZone="UTC" onCreate={vi.fn()} />);
    const rows = await screen.findAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([expect.stringContaining('Rye bread')]);
    expect(within(rows[0] as HTMLElement).getByText('Scheduled')).toBeTruthy();
  });

  it('names what failed and what waits for the person, with the way to it', async () => {
    serve({ '/api/posts/scheduled': page(attention, planned), '/api/posts?': page(failed) });
    show(<AttentionCard />);
    const links = await screen.findAllByRole('link');
    expect(links.map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
      [`/?post=${id(1)}`, expect.stringContaining('Fri, Nov 20: Did it go out on Instagram?')],
      [`/?post=${id(3)}`, expect.stringContaining('Fri, Nov 20: failed on Instagram: The shape is wrong.')],
    ]);
    // On a phone one line ends before the reason does.
    expect(screen.getByText(/failed on Instagram/)).toHaveClass('line-clamp-2');
  });

  it('leads to what it has no room for, in the month of the next one', async () => {
    const more = [4, 5, 6].map((n) => ({ ...failed, id: id(n), scheduledFor: '2026-10-31T10:00:00Z' }));
    serve({ '/api/posts?': page(failed, ...more) });
    show(<AttentionCard />);
    const link = await screen.findByRole('link', { name: 'See 1 more post' });
    expect(link).toHaveAttribute('href', '/schedule?view=list&month=2026-10&check=1');
  });

  it('asks for what failed lately, whenever it was due', async () => {
    serve({});
    show(<AttentionCard />);
    await screen.findByText('Nothing needs your attention');
    expect(fetched.mock.calls.map(([url]) => String(url))).toContainEqual(
      expect.stringMatching(/status=failed&settledFrom=/),
    );
  });

  it('says so when nothing needs the person', async () => {
    serve({ '/api/posts/scheduled': page(planned), '/api/posts?': page() });
    show(<AttentionCard />);
    expect(await screen.findByText('Nothing needs your attention')).toBeTruthy();
  });

  it('is not calm while an account waits to be reconnected', async () => {
    serve({ '/api/social-accounts': page(lost) });
    show(<AttentionCard />);
    expect(await screen.findByText('An account needs to be reconnected')).toBeVisible();
    expect(screen.queryByText('Nothing needs your attention')).toBeNull();
  });

  it('shows under Today what schedules bring today, by their names', async () => {
    const now = new Date();
    const at = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), 23, 59)).toISOString();
    const occurrence = anOccurrence(at.slice(0, 16), { scheduleId: dailySchedule.id });
    serve({
      '/api/calendar': { timeZone: 'UTC', posts: [], occurrences: [occurrence] },
      '/api/recurring-schedules': [dailySchedule],
    });
    show(<UpcomingCard timeZone="UTC" onPlanWeek={vi.fn()} />);
    const entry = await screen.findByRole('link', { name: /Bread of the day, recurring/ });
    const today = screen.getByText('Today').closest('li');
    expect(today?.contains(entry)).toBe(true);
    expect(today?.textContent).not.toContain('Nothing planned');
  });

  it('leaves the pictures of the next days until they are near, or the person does something', async () => {
    const photo = aPhoto(1);
    const scheduledFor = new Date(Date.now() + 2 * 86_400_000).toISOString();
    const coming = { ...planned, photoId: photo.id, photoIds: [photo.id], scheduledFor };
    serve({ '/api/calendar': { timeZone: 'UTC', posts: [coming], occurrences: [] }, '/api/photos': [photo] });
    show(<UpcomingCard timeZone="UTC" onPlanWeek={vi.fn()} />);
    const entry = await screen.findByRole('link', { name: /Rye bread/ });
    await waitFor(() => expect(entry.querySelector('.border-dashed')).toBeNull());
    expect(entry.querySelector('img')).toBeNull();
    fireEvent.pointerDown(document.body);
    expect(entry.querySelector('img')).toHaveAttribute('src', photo.thumbnails['200']);
  });

  it('warns of what cannot go out before its account is reconnected', async () => {
    const scheduledFor = new Date(Date.now() + 2 * 86_400_000).toISOString();
    serve({
      '/api/calendar': { timeZone: 'UTC', posts: [{ ...planned, scheduledFor }], occurrences: [] },
      '/api/social-accounts': page(lost),
    });
    show(<UpcomingCard timeZone="UTC" onPlanWeek={vi.fn()} />);
    expect(await screen.findByRole('link', { name: /Reconnect Instagram so this can go out/ })).toBeVisible();
  });

  it('does not call a day empty on which something went out', async () => {
    const now = new Date().toISOString();
    const out: Post = { ...planned, id: id(7), status: 'published', scheduledFor: now };
    const coming = { ...planned, scheduledFor: new Date(Date.now() + 2 * 86_400_000).toISOString() };
    serve({ '/api/calendar': { timeZone: 'UTC', posts: [out, coming], occurrences: [] } });
    show(<UpcomingCard timeZone="UTC" onPlanWeek={vi.fn()} />);
    expect((await screen.findByText('Today')).closest('li')).toHaveTextContent(/1 post went out$/);
    expect(screen.getAllByText('Nothing planned')).toHaveLength(5);
  });

  it('says that a paused schedule leaves days empty, whatever else they hold', async () => {
    const paused = { ...dailySchedule, isActive: false, nextPostDate: null };
    serve({
      '/api/calendar': { timeZone: 'UTC', posts: [], occurrences: [] },
      '/api/recurring-schedules': [paused, { ...dailySchedule, id: id(7) }],
    });
    show(<UpcomingCard timeZone="UTC" onPlanWeek={vi.fn()} />);
    expect(await screen.findByRole('link', { name: '1 recurring schedule is paused' })).toHaveAttribute(
      'href',
      '/automation',
    );
    expect(await screen.findByText('Nothing planned yet')).toBeVisible();
    cleanup();
    serve({
      '/api/calendar': { timeZone: 'UTC', posts: [], occurrences: [] },
      '/api/recurring-schedules': [dailySchedule],
    });
    show(<UpcomingCard timeZone="UTC" onPlanWeek={vi.fn()} />);
    expect(await screen.findByText('Nothing planned yet')).toBeVisible();
    expect(screen.queryByRole('link', { name: /paused$/ })).toBeNull();
  });

  it('leads from an empty week to planning one, and from drafts to them', async () => {
    const onPlanWeek = vi.fn();
    serve({ '/api/calendar': { timeZone: 'UTC', posts: [], occurrences: [] } });
    show(<UpcomingCard timeZone="UTC" onPlanWeek={onPlanWeek} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Plan Your Week' }));
    expect(onPlanWeek).toHaveBeenCalledOnce();
    cleanup();
    serve({ '/api/calendar': { timeZone: 'UTC', posts: [{ ...draft, scheduledFor: '2099-11-20T10:00:00Z' }] } });
    show(<UpcomingCard timeZone="UTC" onPlanWeek={onPlanWeek} />);
    expect(await screen.findByText('1 draft for these days waits for you.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See your drafts' }).getAttribute('href')).toMatch(
      /^\/schedule\?view=week&week=\d{4}-\d{2}-\d{2}$/,
    );
  });

  it('reads the figures where every change reads them again, and names their period', async () => {
    serve({
      '/api/dashboard/stats': {
        ...{ totalPhotos: 6, scheduledPosts: 2, postsThisMonth: 9, engagementRate: 0, engagementMeasured: false },
        lastMonth: { posts: null, engagementRate: null },
      },
    });
    show(<StatsCard timeZone="UTC" />);
    expect(await screen.findByText('6')).toBeTruthy();
    expect(screen.getByText(/^Posts created in /)).toBeTruthy();
    expect(screen.getByText('Posts waiting to go out')).toBeTruthy();
    // Nothing is made up where there was nothing before.
    expect(screen.queryByText(/than|As many|Unchanged/)).toBeNull();
  });

  describe('the figures beside those of before', () => {
    const stats = (own: Partial<DashboardStats>) => {
      vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z'), toFake: ['Date'] });
      const whole = {
        totalPhotos: 6,
        scheduledPosts: 2,
        postsThisMonth: 9,
        engagementRate: 4.8,
        engagementMeasured: true,
      };
      serve({ '/api/dashboard/stats': { ...whole, lastMonth: { posts: null, engagementRate: null }, ...own } });
      show(<StatsCard timeZone="UTC" />);
    };
    afterEach(() => vi.useRealTimers());
    const value = async (label: string) => {
      await screen.findByText('6');
      return screen.getByText(label).nextElementSibling?.textContent;
    };

    it.each([
      [6, '9Posts created in November 20263 more than in all of October 2026'],
      [12, '9Posts created in November 20263 fewer than in all of October 2026'],
      [9, '9Posts created in November 2026As many as in all of October 2026'],
      [0, '9Posts created in November 2026'],
      [null, '9Posts created in November 2026'],
    ])('say it of posts against %s', async (posts, text) => {
      stats({ lastMonth: { posts, engagementRate: null } });
      expect(await value('This Month')).toBe(text);
    });

    it.each([
      [3.8, '4.8%Of your published posts1.0 point more than the 30 days before'],
      [5.31, '4.8%Of your published posts0.5 points less than the 30 days before'],
      [4.81, '4.8%Of your published postsUnchanged from the 30 days before'],
      [null, '4.8%Of your published posts'],
    ])('say it of the rate against %s', async (engagementRate, text) => {
      stats({ lastMonth: { posts: null, engagementRate } });
      expect(await value('Engagement')).toBe(text);
    });

    it('say nothing of a rate that was not measured', async () => {
      stats({ engagementRate: 0, engagementMeasured: false, lastMonth: { posts: null, engagementRate: 3 } });
      expect(await value('Engagement')).toBe('0.0%Appears about an hour after a post is published');
    });
  });

  describe('getting started', () => {
    const does = { onConnect: vi.fn(), onUpload: vi.fn(), onCreate: vi.fn(), onDrafts: vi.fn(), onPlanWeek: vi.fn() };
    const week = (...posts: Post[]) => ({ timeZone: 'UTC', posts, occurrences: [] });
    const card = (connected: boolean | null, uploaded: boolean | null) =>
      show(<GettingStartedCard timeZone="UTC" connected={connected} uploaded={uploaded} {...does} />);
    const step = async (label: string) => (await screen.findByText(label)).closest('li') as HTMLElement;

    it.each([
      ['without an account', [false, true], /Look first, connect later/],
      ['without photos', [true, false], /Your photos come with the upload/],
      ['with both', [true, true], /with your photos/],
    ] as const)('ends with a first week, to be planned at any time, %s', async (_, [connected, uploaded], hint) => {
      does.onPlanWeek.mockReset();
      serve({ '/api/posts?': page(), '/api/calendar': week() });
      card(connected, uploaded);
      const last = await step('Plan your first week');
      expect(last.previousElementSibling).toHaveTextContent('Schedule your first post');
      expect(last.nextElementSibling).toBeNull();
      expect(await step('Upload your first photos')).toBe(last.parentElement?.firstElementChild);
      expect(last).toHaveTextContent(hint);
      fireEvent.click(within(last).getByRole('button', { name: 'Plan Your Week' }));
      expect(does.onPlanWeek).toHaveBeenCalledOnce();
    });

    it('leads from drafts alone to them, and is not done before one is scheduled', async () => {
      serve({ '/api/posts?': page(draft), '/api/calendar': week() });
      card(true, true);
      fireEvent.click(await screen.findByRole('button', { name: 'See your drafts' }));
      expect(does.onDrafts).toHaveBeenCalledOnce();
      cleanup();
      serve({ '/api/posts?': page(draft, planned), '/api/calendar': week() });
      card(false, true);
      expect(await step('Schedule your first post')).toHaveTextContent('Schedule your first post, done');
      expect(await step('Plan your first week')).not.toHaveTextContent('done');
    });

    it('counts the week as planned by the posts of the coming days, and goes when all is done', async () => {
      serve({ '/api/posts?': page(draft), '/api/calendar': week(draft, { ...draft, id: id(5) }) });
      card(true, true);
      expect(await step('Plan your first week')).toHaveTextContent('Plan your first week, done');
      cleanup();
      serve({ '/api/posts?': page(planned), '/api/calendar': week(planned) });
      card(true, true);
      expect(await step('Plan your first week')).not.toHaveTextContent('done');
      cleanup();
      serve({
        '/api/posts?': page(planned, { ...planned, id: id(6) }),
        ...{ '/api/posts/scheduled': page(), '/api/calendar': week() },
      });
      show(
        <>
          <GettingStartedCard timeZone="UTC" connected uploaded {...does} />
          <UpcomingCard timeZone="UTC" onPlanWeek={does.onPlanWeek} />
          <QuickScheduleCard timeZone="UTC" onCreate={does.onCreate} />
        </>,
      );
      // Everything is there when what is asked last is.
      await screen.findByText('No scheduled posts');
      await screen.findByText('Nothing planned yet');
      expect(screen.queryByRole('heading', { name: 'Getting started' })).toBeNull();
    });

    it('leaves out what could not be read, and shows the other steps', async () => {
      const answers: Record<string, unknown> = { '/api/posts?': page(), '/api/calendar': week() };
      const failing = (path: string) => {
        serve(answers);
        const served = fetched.getMockImplementation() as typeof fetch;
        const refused = Response.json({ error: 'internal', message: 'Something went wrong.' }, { status: 500 });
        fetched.mockImplementation((url, init) =>
          String(url).includes(path) ? Promise.resolve(refused.clone()) : served(url, init),
        );
      };
      const labels = async () => (await screen.findAllByRole('listitem')).map((row) => row.textContent);
      failing('/api/calendar');
      card(false, true);
      expect(await labels()).toEqual([
        expect.stringContaining('Upload your first photos, done'),
        expect.stringContaining('Connect'),
        expect.stringContaining('Schedule your first post'),
      ]);
      expect(screen.getByText('1 of 3 done')).toBeVisible();
      cleanup();
      failing('/api/posts?');
      card(null, false);
      expect(await labels()).toEqual([expect.stringContaining('Upload your first photos')]);
    });

    it('looks behind the newest posts while they are drafts', async () => {
      const many = { data: [draft, { ...draft, id: id(5) }], nextCursor: null, total: 9 };
      serve({ '/api/posts?status=draft': { ...page(draft), total: 8 }, '/api/posts?': many, '/api/calendar': week() });
      card(true, true);
      expect(await step('Schedule your first post')).toHaveTextContent('Schedule your first post, done');
    });
  });
});
