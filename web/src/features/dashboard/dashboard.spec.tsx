import type { Post } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { aPost, aTarget } from '#data/testing/posts.ts';
import { anOccurrence } from '#data/testing/occurrences.ts';
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
const page = (...data: Post[]) => ({ data, nextCursor: null, total: data.length });

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
      [`/?post=${id(1)}`, expect.stringContaining('Did it go out on Instagram?')],
      [`/?post=${id(3)}`, expect.stringContaining('Failed on Instagram: The shape is wrong.')],
    ]);
  });

  it('says so when nothing needs the person', async () => {
    serve({ '/api/posts/scheduled': page(planned), '/api/posts?': page() });
    show(<AttentionCard />);
    expect(await screen.findByText('Nothing needs your attention')).toBeTruthy();
  });

  it('shows under Today what schedules bring today, by their names', async () => {
    const now = new Date();
    const at = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), 23, 59)).toISOString();
    const occurrence = anOccurrence(at.slice(0, 16), { scheduleId: dailySchedule.id });
    serve({
      '/api/calendar': { timeZone: 'UTC', posts: [], occurrences: [occurrence] },
      '/api/recurring-schedules': [dailySchedule],
    });
    show(<UpcomingCard timeZone="UTC" />);
    const entry = await screen.findByRole('link', { name: /Bread of the day, recurring/ });
    const today = screen.getByText('Today').closest('li');
    expect(today?.contains(entry)).toBe(true);
    expect(today?.textContent).not.toContain('Nothing planned');
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
  });

  describe('getting started', () => {
    const does = { onConnect: vi.fn(), onUpload: vi.fn(), onCreate: vi.fn(), onStartWeek: vi.fn(), onDrafts: vi.fn() };
    const week = () => screen.queryByRole('button', { name: 'Start with this week' });

    it('leads to a week of drafts once there are photos', async () => {
      serve({ '/api/posts?': page() });
      show(<GettingStartedCard connected={false} uploaded {...does} />);
      await screen.findByRole('heading', { name: 'Getting started' });
      fireEvent.click(screen.getByRole('button', { name: 'Start with this week' }));
      expect(does.onStartWeek).toHaveBeenCalledOnce();
    });

    it.each([
      ['without photos', { uploaded: false, posts: [] }],
      ['with a post', { uploaded: true, posts: [planned] }],
    ])('does not %s', async (_, { uploaded, posts }) => {
      serve({ '/api/posts?': page(...posts) });
      show(<GettingStartedCard connected={false} uploaded={uploaded} {...does} />);
      await screen.findByRole('heading', { name: 'Getting started' });
      expect(week()).toBeNull();
    });

    it('leads from drafts alone to them, and is not done before one is scheduled', async () => {
      serve({ '/api/posts?': page(draft) });
      show(<GettingStartedCard connected uploaded {...does} />);
      fireEvent.click(await screen.findByRole('button', { name: 'See your drafts' }));
      expect(does.onDrafts).toHaveBeenCalledOnce();
      cleanup();
      serve({ '/api/posts?status=draft': page(draft), '/api/posts?': page(draft, planned) });
      show(<GettingStartedCard connected={false} uploaded {...does} />);
      expect(await screen.findByText('Schedule your first post')).toHaveTextContent('Schedule your first post, done');
    });
  });
});
