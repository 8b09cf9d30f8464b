import type { Occurrence, Post } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, waitFor } from '@testing-library/react';
import { beforeEach, expect, vi, type Mock } from 'vitest';
import { aPost, aTarget } from '#data/testing/posts.ts';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { ScheduleView } from '../components/schedule-view.tsx';
import type { ComposeDay } from '../use-calendar-actions.ts';

export const id = (number: number) => `00000000-0000-4000-8000-0000000000${String(number).padStart(2, '0')}`;
export const rye: Post = { ...aPost(id(1), '2099-11-12T15:00:00Z', aTarget('pending')), caption: 'Rye' };
export const out: Post = {
  ...aPost(id(2), '2099-11-13T15:00:00Z', aTarget('published', '2099-11-13T15:00:00Z')),
  caption: 'Gone out',
  status: 'published',
};
export const draft: Post = { ...aPost(id(3), null), caption: 'An idea', status: 'draft' };

/** What the server holds; a PUT changes it, unless it is refused. */
export const server: { posts: Post[]; refusal: string | null } = { posts: [], refusal: null };
/** The bodies of changes, and what was deleted. */
export const sent: Record<string, unknown>[] = [];

function answer(url: string, init: RequestInit | undefined): unknown {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  if (init?.method === 'PUT') {
    const body = JSON.parse(String(init.body)) as Partial<Post>;
    sent.push(body);
    if (server.refusal !== null) {
      throw new Error(server.refusal);
    }
    const index = server.posts.findIndex((post) => pathname.endsWith(post.id));
    const post = server.posts[index];
    if (!post) {
      throw new Error('There is no such post.');
    }
    server.posts = server.posts.with(index, { ...post, ...body, version: post.version + 1 });
    return server.posts[index];
  }
  if (init?.method === 'DELETE') {
    sent.push({ deleted: pathname.split('/').at(-1) });
    server.posts = server.posts.filter((post) => !pathname.endsWith(post.id));
    return undefined;
  }
  switch (pathname) {
    case '/api/calendar': {
      const [from = '', to = ''] = [searchParams.get('from') ?? '', searchParams.get('to') ?? ''];
      const isAsked = (at: string) => at.slice(0, 10) >= from && at.slice(0, 10) <= to;
      const posts = server.posts.filter(({ scheduledFor }) => scheduledFor !== null && isAsked(scheduledFor));
      return { timeZone: 'America/New_York', posts };
    }
    case '/api/posts':
      return server.posts.filter(({ status }) => !searchParams.has('status') || searchParams.get('status') === status);
    case '/api/dashboard/stats':
      return {
        ...{ totalPhotos: 0, postsThisMonth: 0, engagementRate: 0, engagementMeasured: false },
        lastMonth: { posts: null, engagementRate: null },
        scheduledPosts: server.posts.filter(({ status }) => status === 'scheduled').length,
      };
    case '/api/social/status':
      return { instagram: true, facebook: false, twitter: false, linkedin: false, tiktok: false };
    default:
      return [];
  }
}

/** As wide as a desk's screen, or as a phone's. */
export function setWidth(isWide: boolean) {
  vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { media, matches: isWide }));
}

/** `fetch` of every test of a file, answered by the server above; on a desk until a test says otherwise. */
export function calendarServer(): Mock<typeof fetch> {
  const fetched = stubbedFetch();
  beforeEach(() => {
    setWidth(true);
    Object.assign(server, { posts: [rye, out, draft], refusal: null });
    sent.length = 0;
    fetched.mockImplementation((url, init) => {
      try {
        const body = answer(String(url), init);
        return Promise.resolve(body === undefined ? new Response(null, { status: 204 }) : Response.json(body));
      } catch (error) {
        return Promise.resolve(
          Response.json({ error: 'publishing', message: (error as Error).message, requestId: 'r' }, { status: 409 }),
        );
      }
    });
  });
  return fetched;
}

export const onCompose = vi.fn<(day: ComposeDay) => void>();
export const onPlanWeek = vi.fn();
export const onUpload = vi.fn();
export const onOccurrence = vi.fn<(occurrence: Occurrence) => void>();
export const onAutomation = vi.fn();

export async function show(search = '?month=2099-11') {
  history.replaceState(null, '', `/schedule${search}`);
  onCompose.mockClear();
  onPlanWeek.mockClear();
  onUpload.mockClear();
  onOccurrence.mockClear();
  onAutomation.mockClear();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ScheduleView
        userId="ada"
        timeZone="America/New_York"
        onCompose={onCompose}
        onComposeHover={() => undefined}
        onPost={() => undefined}
        onOccurrence={onOccurrence}
        onAutomation={onAutomation}
        onPlanWeek={onPlanWeek}
        onUpload={onUpload}
      />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
}

export const day = (date: string) => {
  const found = document.querySelector<HTMLElement>(`[data-day="${date}"]`);
  if (!found) {
    throw new Error(`${date} is not on the page.`);
  }
  return found;
};
/** The day of the month under which a post is shown. */
export const dayOfPost = (post: Post) =>
  document.querySelector(`td [data-entry="${post.id}"]`)?.closest('td')?.querySelector<HTMLElement>('[data-day]')
    ?.dataset['day'];
export const card = (post: Post) => {
  const found = document.querySelector<HTMLElement>(`td [data-entry="${post.id}"]`);
  if (!found) {
    throw new Error(`${post.caption} is not in the month.`);
  }
  return found;
};
export const press = (key: string, init: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...init });
