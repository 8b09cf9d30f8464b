import type { Photo, Post, SocialAccount } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Suspense } from 'react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { PageContextProvider } from '#data/page-context.tsx';
import { anAccount } from '#data/testing/accounts.ts';
import { aBakery } from '#data/testing/businesses.ts';
import { freeLimits } from '#data/testing/limits.ts';
import { ada } from '#data/testing/people.ts';
import { aPhoto } from '#data/testing/photos.ts';
import { aPost, aTarget } from '#data/testing/posts.ts';
import { createQueryClient, setPageBusinessId } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { currentToasts } from '#ui/toast-store.ts';
import DashboardPage from './pages/dashboard-page.tsx';
import { ShellActionsContext, type ShellActions } from './shell-actions.ts';

/** What the specification fixes for the dashboard, in its three states. */
const fetched = stubbedFetch();
const long = 'Rye from this morning, still warm, with butter.';
let photos: Photo[];
let posts: Post[];
let engagementRate: number;
let fails: boolean;
let accounts: SocialAccount[];

const page = (data: unknown[], total = data.length) => ({ data, nextCursor: null, total });

function answer({ pathname, searchParams }: URL): unknown {
  const limit = Number(searchParams.get('limit') ?? 100);
  switch (pathname) {
    case '/api/photos':
      return page(photos.slice(0, limit), photos.length);
    case '/api/posts/scheduled':
    case '/api/posts':
      return page(posts.slice(0, limit), posts.length);
    case '/api/calendar':
      return { timeZone: 'UTC', posts: [], occurrences: [] };
    case '/api/social/status':
      return { instagram: false, facebook: false, twitter: false, linkedin: false, tiktok: false };
    case '/api/social-accounts':
      return page(accounts);
    case '/api/dashboard/stats':
      return {
        ...{ totalPhotos: photos.length, scheduledPosts: posts.length, postsThisMonth: 4, engagementRate },
        ...{ engagementMeasured: engagementRate > 0, lastMonth: { posts: null, engagementRate: null } },
      };
    case '/api/user/limits':
      return freeLimits;
    case '/api/user/settings':
      return { defaultCaptionStyle: 'professional', autoGenerateCaptions: true, includeHashtags: true };
    default:
      return searchParams.has('limit') ? page([]) : [];
  }
}

beforeAll(() => import('./pages/dashboard-panels.tsx'), 60_000);
beforeEach(() => {
  setPageBusinessId(aBakery.id);
  photos = [];
  posts = [];
  engagementRate = 0;
  fails = false;
  accounts = [];
  fetched.mockImplementation((input) => {
    const url = new URL(input instanceof Request ? input.url : input, location.origin);
    return Promise.resolve(fails ? new Response('', { status: 502 }) : Response.json(answer(url)));
  });
});

function dashboard() {
  const actions = new Proxy({ connecting: null } as unknown as ShellActions, {
    get: (held, name) => (name in held ? held[name as keyof ShellActions] : vi.fn()),
  });
  return (
    <QueryClientProvider client={createQueryClient()}>
      <PageContextProvider value={{ user: ada, business: aBakery, businesses: [aBakery] }}>
        <ShellActionsContext value={actions}>
          <Suspense>
            <DashboardPage />
          </Suspense>
        </ShellActionsContext>
      </PageContextProvider>
    </QueryClientProvider>
  );
}

/** Opens it, and presses a key: what is below the window of a phone comes then. */
async function open(): Promise<void> {
  await act(async () => {
    render(dashboard());
    await Promise.resolve();
  });
  await act(async () => {
    fireEvent.keyDown(document.body);
    await Promise.resolve();
  });
}

async function show(): Promise<void> {
  await open();
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
}

const section = (name: string) => screen.getByRole('region', { name });
const figures = () => {
  const card = section('Performance');
  const numbers = within(card)
    .getAllByRole('definition')
    .map((figure) => figure.firstChild?.textContent);
  return within(card)
    .getAllByRole('term')
    .map(({ textContent }, index) => `${textContent} ${numbers[index]}`);
};

describe('the dashboard', () => {
  it('does not ask for a first account where one was lost', async () => {
    accounts = [anAccount({ platform: 'facebook', status: 'reconnect_required' })];
    await show();
    expect(screen.getByRole('button', { name: /^Reconnect/ })).toBeVisible();
    const steps = within(section('Getting started'));
    expect(steps.queryByRole('button', { name: 'Connect' })).toBeNull();
  });

  it('leads a newcomer on from everything that is empty', async () => {
    await show();
    const quick = within(screen.getByRole('group', { name: 'Quick actions' }));
    expect(quick.getByRole('button', { name: 'Upload Photos' })).toBeVisible();
    expect(quick.getByRole('link', { name: 'Browse Library' })).toHaveAttribute('href', '/media');
    expect(figures()).toEqual(['Photos 0', 'Scheduled 0', 'This Month 4', 'Engagement 0.0%']);
    const recent = within(section('Recent Photos'));
    expect(recent.getByText('No photos yet')).toBeVisible();
    expect(recent.getByRole('button', { name: 'Upload Photos' })).toBeVisible();
    expect(recent.getByRole('link', { name: 'View All' })).toHaveAttribute('href', '/media');
    const schedule = within(section('Quick Schedule'));
    expect(schedule.getByText('No scheduled posts')).toBeVisible();
    expect(schedule.getByRole('button', { name: 'Create Post' })).toBeVisible();
    const social = within(section('Social Connections'));
    expect(social.getByText('No social accounts connected')).toBeVisible();
    expect(social.getByRole('button', { name: 'Connect Instagram (Most Popular)' })).toBeVisible();
    for (const name of ['Facebook', 'X', 'LinkedIn', 'TikTok']) {
      expect(social.getByRole('button', { name: `Connect ${name}` })).toBeVisible();
    }
    expect(section('Active Business')).toHaveTextContent('Rye & CoRestaurant');
    expect(screen.getByRole('link', { name: 'Customize' })).toHaveAttribute('href', '/business-settings');
    expect(screen.getByText('Please select a photo first')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Upload one' })).toBeVisible();
    expect(section('Next 7 days')).toHaveTextContent('Nothing planned yet');
    expect(section('Getting started')).toBeVisible();
    expect(section('Next 7 days')).toBeVisible();
  });

  it('asks for photos before the first post', async () => {
    await show();
    fireEvent.click(
      within(screen.getByRole('group', { name: 'Quick actions' })).getByRole('button', { name: 'Create Post' }),
    );
    expect(currentToasts()[0]).toMatchObject({
      title: 'Upload photos first',
      description: 'Upload some photos to create your first post.',
      action: { label: 'Upload Photos' },
    });
  });

  it.each([
    ['a phone', false, 'Rye from this morning, still w…'],
    ['a desk', true, 'Rye from this mornin…'],
  ])('shows eight photos and three posts, their captions cut for %s', async (_, isWide, cut) => {
    vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { media, matches: isWide }));
    photos = Array.from({ length: 9 }, (__, index) => aPhoto(index + 1));
    posts = [1, 2, 3, 4].map((n) => ({
      ...aPost(`00000000-0000-4000-8000-0000000000c${n}`, `2099-11-2${n}T10:00:00Z`, aTarget('pending')),
      caption: long,
    }));
    engagementRate = 3.24;
    await show();
    expect(within(screen.getByRole('list', { name: 'Recent photos' })).getAllByRole('button')).toHaveLength(8);
    expect(figures()).toEqual(['Photos 9', 'Scheduled 4', 'This Month 4', 'Engagement 3.2%']);
    const rows = within(section('Quick Schedule')).getAllByRole('listitem');
    expect(rows).toHaveLength(3);
    for (const [index, row] of rows.entries()) {
      expect(within(row).getByText(cut)).toHaveAttribute('title', long);
      expect(within(row).getByText(new RegExp(`Nov 2${index + 1}, 2099`))).toBeVisible();
      expect(within(row).getByText('Scheduled')).toHaveClass('bg-woad');
    }
    vi.unstubAllGlobals();
  });

  it('says of a scheduled post whose date is not known that none is set', async () => {
    posts = [
      {
        ...aPost('00000000-0000-4000-8000-0000000000c1', '2099-11-21T10:00:00Z', aTarget('pending')),
        scheduledFor: null,
      },
    ];
    await show();
    expect(within(section('Quick Schedule')).getByText('No date set')).toBeVisible();
  });

  it('keeps the room of figures, photos and posts while they are read', async () => {
    fetched.mockImplementation(() => new Promise(() => undefined));
    await open();
    expect(within(section('Performance')).getAllByText('Loading')).toHaveLength(4);
    for (const words of ['Loading your photos', 'Loading your scheduled posts']) {
      expect((await screen.findByText(words)).closest('[aria-busy="true"]')).not.toBeNull();
    }
  });

  it('says of a section that could not be read that it is not there, with another try', async () => {
    fails = true;
    await show();
    const quick = within(section('Quick Schedule'));
    expect(quick.getByText('Unable to load data. Please check your connection.')).toBeVisible();
    fails = false;
    fireEvent.click(quick.getByRole('button', { name: 'Retry' }));
    expect(await quick.findByText('No scheduled posts')).toBeVisible();
  });
});
