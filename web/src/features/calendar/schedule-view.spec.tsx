import type { Post } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { HISTORY_ROWS } from '#data/schedules.ts';
import { anOccurrence } from '#data/testing/occurrences.ts';
import { aPost, aTarget } from '#data/testing/posts.ts';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { statusLabels } from '#ui/index.ts';
import { currentToasts } from '#ui/toast-store.ts';
import { ScheduleView } from './components/schedule-view.tsx';
import type { ComposeDay } from './use-calendar-actions.ts';

const id = (number: number) => `00000000-0000-4000-8000-0000000000${String(number).padStart(2, '0')}`;
const rye: Post = { ...aPost(id(1), '2099-11-12T15:00:00Z', aTarget('pending')), caption: 'Rye' };
const out: Post = {
  ...aPost(id(2), '2099-11-13T15:00:00Z', aTarget('published', '2099-11-13T15:00:00Z')),
  caption: 'Gone out',
  status: 'published',
};
const draft: Post = { ...aPost(id(3), null), caption: 'An idea', status: 'draft' };

const fetched = stubbedFetch();
/** What the server holds; a PUT changes it, unless it is refused. */
let posts: Post[] = [];
let refusal: string | null = null;
const sent: Record<string, unknown>[] = [];

function answer(url: string, init: RequestInit | undefined): unknown {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  if (init?.method === 'PUT') {
    const body = JSON.parse(String(init.body)) as Partial<Post>;
    sent.push(body);
    if (refusal !== null) {
      throw new Error(refusal);
    }
    const index = posts.findIndex((post) => pathname.endsWith(post.id));
    const post = posts[index];
    if (!post) {
      throw new Error('There is no such post.');
    }
    posts = posts.with(index, { ...post, ...body, version: post.version + 1 });
    return posts[index];
  }
  if (init?.method === 'DELETE') {
    sent.push({ deleted: pathname.split('/').at(-1) });
    posts = posts.filter((post) => !pathname.endsWith(post.id));
    return undefined;
  }
  switch (pathname) {
    case '/api/calendar':
      return { timeZone: 'America/New_York', posts: posts.filter(({ scheduledFor }) => scheduledFor !== null) };
    case '/api/posts':
      return posts.filter(({ status }) => !searchParams.has('status') || searchParams.get('status') === status);
    case '/api/dashboard/stats':
      return {
        ...{ totalPhotos: 0, postsThisMonth: 0, engagementRate: 0, engagementMeasured: false },
        lastMonth: { posts: null, engagementRate: null },
        scheduledPosts: posts.filter(({ status }) => status === 'scheduled').length,
      };
    case '/api/social/status':
      return { instagram: true, facebook: false, twitter: false, linkedin: false, tiktok: false };
    default:
      return [];
  }
}

/** As wide as a desk's screen, or as a phone's. */
function setWidth(isWide: boolean) {
  vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { media, matches: isWide }));
}

beforeEach(() => {
  setWidth(true);
  posts = [rye, out, draft];
  refusal = null;
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

const onCompose = vi.fn<(day: ComposeDay) => void>();
const onPost = vi.fn<(post: string) => void>();
const onPlanWeek = vi.fn();
const onUpload = vi.fn();

async function show(search = '?month=2099-11') {
  history.replaceState(null, '', `/schedule${search}`);
  onCompose.mockClear();
  onPost.mockClear();
  onPlanWeek.mockClear();
  onUpload.mockClear();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ScheduleView
        userId="ada"
        timeZone="America/New_York"
        onCompose={onCompose}
        onComposeHover={() => undefined}
        onPost={onPost}
        onAutomation={() => undefined}
        onPlanWeek={onPlanWeek}
        onUpload={onUpload}
      />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
}

const day = (date: string) => {
  const found = document.querySelector<HTMLElement>(`[data-day="${date}"]`);
  if (!found) {
    throw new Error(`${date} is not on the page.`);
  }
  return found;
};
/** The day of the month under which a post is shown. */
const dayOfPost = (post: Post) =>
  document.querySelector(`td [data-entry="${post.id}"]`)?.closest('td')?.querySelector<HTMLElement>('[data-day]')
    ?.dataset['day'];
const card = (post: Post) => {
  const found = document.querySelector<HTMLElement>(`td [data-entry="${post.id}"]`);
  if (!found) {
    throw new Error(`${post.caption} is not in the month.`);
  }
  return found;
};
const press = (key: string, init: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...init });

describe('the month by keyboard', () => {
  it('has one day in the tab order, and that is the one that had the focus last', async () => {
    await show();
    act(() => day('2099-11-10').focus());
    press('ArrowDown');
    expect(day('2099-11-17')).toHaveFocus();
    press('Home');
    expect(day('2099-11-15')).toHaveFocus();
    expect([...document.querySelectorAll('[data-day][tabindex="0"]')]).toEqual([day('2099-11-15')]);
  });

  it('turns the page at its edge and with the Page keys, and the address follows', async () => {
    await show();
    act(() => day('2099-11-30').focus());
    press('PageDown');
    await waitFor(() => expect(day('2099-12-30')).toHaveFocus());
    expect(location.search).toContain('month=2099-12');
    expect(screen.getByRole('table', { name: 'December 2099' })).toBeInTheDocument();
  });

  it('opens the composer of a day with N', async () => {
    await show();
    act(() => day('2099-11-12').focus());
    press('n');
    expect(onCompose).toHaveBeenLastCalledWith({ date: '2099-11-12' });
  });

  it('goes back to the month before with Back', async () => {
    await show();
    fireEvent.click(screen.getByRole('button', { name: 'Next month' }));
    await screen.findByRole('table', { name: 'December 2099' });
    fireEvent.click(screen.getByRole('button', { name: 'List' }));
    await screen.findByRole('button', { name: 'List', pressed: true });
    act(() => history.back());
    await screen.findByRole('table', { name: 'December 2099' });
    act(() => history.back());
    await screen.findByRole('table', { name: 'November 2099' });
  });
});

async function carry(post: Post, ...keys: string[]) {
  act(() => card(post).focus());
  press(' ');
  for (const key of keys) {
    press(key);
  }
  await act(async () => Promise.resolve());
}

describe('a post that is moved', () => {
  it('goes with Space, arrows and Enter, keeps its time, and shows at once', async () => {
    await show();
    let put: (response: Response) => void = () => undefined;
    const answered = fetched.getMockImplementation();
    fetched.mockImplementation((url, init) =>
      init?.method === 'PUT'
        ? new Promise((resolve) => {
            put = resolve;
            sent.push(JSON.parse(String(init.body)) as Record<string, unknown>);
          })
        : (answered?.(url, init) ?? Promise.reject(new Error('No answer.'))),
    );
    await carry(rye, 'ArrowRight', 'ArrowDown', 'Enter');
    await waitFor(() => expect(dayOfPost(rye)).toBe('2099-11-20'));
    expect(card(rye)).toHaveAttribute('aria-busy', 'true');
    await waitFor(() => expect(card(rye)).toHaveFocus());
    expect(sent).toEqual([{ scheduledFor: '2099-11-20T15:00:00Z', status: 'scheduled', version: 1 }]);
    posts = [{ ...rye, scheduledFor: '2099-11-20T15:00:00Z', version: 2 }];
    put(Response.json(posts[0]));
    await waitFor(() => expect(currentToasts()[0]?.title).toBe('Post rescheduled'));
    await waitFor(() => expect(card(rye)).not.toHaveAttribute('aria-busy'));
    expect(dayOfPost(rye)).toBe('2099-11-20');
  });

  it('goes back when the server refuses it, with the reason', async () => {
    refusal = 'This post is being published and can no longer be changed.';
    await show();
    await carry(rye, 'ArrowRight', 'Enter');
    await waitFor(() => expect(currentToasts()[0]?.description).toBe(refusal));
    expect(dayOfPost(rye)).toBe('2099-11-12');
  });

  it('is put back with Ctrl+Z, from its new version', async () => {
    await show();
    await carry(rye, 'ArrowRight', 'Enter');
    await waitFor(() => expect(currentToasts()[0]?.title).toBe('Post rescheduled'));
    press('z', { ctrlKey: true });
    await waitFor(() => expect(currentToasts()[0]?.title).toBe('Undone'));
    expect(sent[1]).toEqual({ scheduledFor: '2099-11-12T15:00:00Z', status: 'scheduled', version: 2 });
    await waitFor(() => expect(dayOfPost(rye)).toBe('2099-11-12'));
    sent.length = 0;
    press('z', { ctrlKey: true });
    expect(sent).toEqual([]);
  });

  it('stays with Escape', async () => {
    await show();
    await carry(rye, 'ArrowRight', 'Escape');
    expect(sent).toEqual([]);
    await waitFor(() => expect(card(rye)).toHaveFocus());
  });

  it('stays when it is published, and says why', async () => {
    await show();
    await carry(out, 'ArrowRight', 'Enter');
    expect(currentToasts()[0]?.description).toContain('is published');
    expect(sent).toEqual([]);
  });
});

describe('a post on its way to another day', () => {
  it('is not picked up a second time', async () => {
    await show();
    const answered = fetched.getMockImplementation();
    fetched.mockImplementation((url, init) => {
      if (init?.method === 'PUT') {
        sent.push(JSON.parse(String(init.body)) as Record<string, unknown>);
        return new Promise(() => undefined);
      }
      return answered?.(url, init) ?? Promise.reject(new Error('No answer.'));
    });
    await carry(rye, 'ArrowRight', 'Enter');
    await waitFor(() => expect(card(rye)).toHaveAttribute('aria-busy', 'true'));
    await carry(rye, 'ArrowRight', 'Enter');
    expect(sent).toHaveLength(1);
    expect(dayOfPost(rye)).toBe('2099-11-13');
  });
});

describe('more of a post beside its card', () => {
  beforeAll(() => import('./components/calendar-popovers.ts'));
  afterEach(() => vi.restoreAllMocks());

  const hover = async (post: Post) => {
    fireEvent.pointerOver(card(post), { pointerType: 'mouse' });
    return within(await screen.findByRole('tooltip'));
  };

  it('says of a published one why it stays where it is, and its cursor does not offer to drag it', async () => {
    await show();
    expect(card(out)).not.toHaveClass('cursor-grab');
    expect(card(out)).toHaveClass('active:cursor-not-allowed');
    expect(card(rye)).toHaveClass('cursor-grab');
    const more = await hover(out);
    expect(more.getByText(/is published/)).toBeInTheDocument();
    expect(more.getByText('Published')).toBeInTheDocument();
    expect(more.queryByText(/Drag it to another day/)).toBeNull();
  });

  it('has the zone of the business, and the time of a reader in another one', async () => {
    const { resolvedOptions } = Intl.DateTimeFormat.prototype;
    const ofMachine = Intl.DateTimeFormat().resolvedOptions().timeZone;
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (this: Intl.DateTimeFormat) {
      const options = resolvedOptions.call(this);
      return options.timeZone === ofMachine ? { ...options, timeZone: 'Europe/Berlin' } : options;
    });
    await show();
    const more = await hover(rye);
    expect(more.getByText('Thu, Nov 12, 2099, 10:00 AM New York time')).toBeInTheDocument();
    expect(more.getByText('For you that is Thu, Nov 12, 2099, 4:00 PM Berlin time.')).toBeInTheDocument();
    expect(screen.getByText(/^Days and times in New York/)).toHaveTextContent('Your device is on Berlin time.');
  });
});

describe('a status', () => {
  it('has the same word and shape in the legend, in the list and beside the card', async () => {
    const failed: Post = { ...rye, id: id(5), caption: 'Burnt', status: 'failed', targets: [aTarget('failed')] };
    const dated: Post = { ...draft, id: id(6), caption: 'Later', scheduledFor: '2099-11-18T15:00:00Z' };
    posts = [rye, out, failed, dated];
    await show();
    const shapeOf = (element: Element | null | undefined) => element?.querySelector('svg')?.innerHTML;
    const legend = within(screen.getByRole('list', { name: 'Legend' }));
    const meanings = (['Published', 'Scheduled', 'Draft', 'Failed'] as const).map((word) => [
      word,
      shapeOf(legend.getByText(word)),
    ]);
    expect(new Set(meanings.map(([, shape]) => shape)).size).toBe(4);
    for (const post of [out, rye, dated, failed]) {
      expect(card(post)).toHaveTextContent(new RegExp(`^${statusLabels[post.status]}, `));
    }
    cleanup();
    await show('?view=list&month=2099-11');
    for (const [word, shape] of meanings) {
      const row = document.querySelector<HTMLElement>(
        `[data-entry="${[out, rye, dated, failed].find(({ status }) => statusLabels[status] === word)?.id}"]`,
      );
      expect(shapeOf(row && within(row).getByText(String(word)))).toBe(shape);
    }
  });
});

describe('a day', () => {
  it('with more than three posts shows +N, which opens all of them', async () => {
    posts = [1, 2, 3, 4, 5].map((number) => ({
      ...aPost(id(number), `2099-11-12T1${number}:00:00Z`, aTarget('pending')),
      caption: `Loaf ${number}`,
    }));
    await show();
    expect(document.querySelectorAll('td [data-entry]')).toHaveLength(3);
    fireEvent.click(screen.getByRole('button', { name: '+2, all 5 posts on Thursday, November 12' }));
    const all = within(await screen.findByRole('dialog', { name: 'Thursday, November 12' }));
    expect(all.getAllByRole('listitem').map(({ textContent }) => /Loaf \d/.exec(textContent)?.[0])).toEqual(
      [1, 2, 3, 4, 5].map((number) => `Loaf ${number}`),
    );
  });

  it('without posts opens the composer with its date: by a click, and so by Enter on its number', async () => {
    await show();
    expect(day('2099-11-17').tagName).toBe('BUTTON');
    fireEvent.click(day('2099-11-17'));
    expect(onCompose).toHaveBeenLastCalledWith({ date: '2099-11-17' });
  });
});

describe('drafts', () => {
  it('that a template proposed lie in the tray with their proposed time, others with a date only on their day', async () => {
    const proposed: Post = { ...rye, id: id(8), caption: 'Proposed', status: 'draft', source: 'template' };
    posts = [proposed, { ...rye, caption: 'Mine', status: 'draft' }, draft];
    await show();
    fireEvent.click(screen.getByRole('button', { name: /^Unscheduled/ }));
    const tray = within(screen.getByRole('list', { name: 'Drafts to schedule' }));
    expect(tray.getAllByRole('listitem')).toHaveLength(2);
    expect(tray.getByText('Proposed').closest('li')).toHaveTextContent('Proposed for Thu, Nov 12, 2099, 10:00 AM');
    expect(tray.getByText('An idea').closest('li')).toHaveTextContent('No date set');
    expect(dayOfPost(proposed)).toBe('2099-11-12');
  });
});

describe('chosen posts', () => {
  const choose = async (...some: Post[]) => {
    await show();
    fireEvent.click(screen.getByRole('button', { name: 'Select' }));
    for (const post of some) {
      fireEvent.click(card(post));
    }
    expect(
      await screen.findByText(
        some.length === 0
          ? 'Click posts to select them'
          : some.length === 1
            ? '1 post selected'
            : `${some.length} posts selected`,
      ),
    ).toBeInTheDocument();
  };

  it('are moved by days together, and those that cannot be are named with the reason', async () => {
    await choose(rye, out);
    fireEvent.click(screen.getByRole('button', { name: 'Reschedule' }));
    fireEvent.click(await screen.findByRole('button', { name: '7 days later' }));
    const report = await screen.findByRole('dialog', { name: '1 post rescheduled, 1 not changed' });
    expect(within(report).getByText('Gone out')).toBeInTheDocument();
    expect(within(report).getByText(/is published/)).toBeInTheDocument();
    expect(sent).toEqual([{ scheduledFor: '2099-11-19T15:00:00Z', status: 'scheduled', version: 1 }]);
  });

  it('are all that can be changed with one click', async () => {
    await choose();
    const all = screen.getByRole('button', { name: 'Select all' });
    all.focus();
    fireEvent.click(all);
    expect(await screen.findByText('1 post selected')).toBeInTheDocument();
    expect(all).toHaveFocus();
    expect(all).toHaveAttribute('aria-disabled', 'true');
    fireEvent.click(screen.getByRole('button', { name: 'Unschedule' }));
    await waitFor(() => expect(sent).toEqual([{ scheduledFor: null, status: 'draft', version: 1 }]));
  });

  it('become drafts in the tray', async () => {
    await choose(rye);
    fireEvent.click(screen.getByRole('button', { name: 'Unschedule' }));
    await waitFor(() => expect(currentToasts()[0]?.title).toBe('Moved to drafts'));
    expect(dayOfPost(rye)).toBeUndefined();
    fireEvent.click(screen.getByRole('button', { name: /^Unscheduled/ }));
    expect(within(screen.getByRole('list', { name: 'Drafts to schedule' })).getByText('Rye')).toBeInTheDocument();
  });

  it('that are deleted do not go out from then on, and come back with Undo', async () => {
    await choose(rye);
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(currentToasts()[0]?.title).toBe('Post deleted'));
    expect(sent).toEqual([{ scheduledFor: rye.scheduledFor, status: 'draft', version: 1 }]);
    expect(dayOfPost(rye)).toBeUndefined();
    act(() => currentToasts()[0]?.action?.onSelect());
    await waitFor(() => expect(dayOfPost(rye)).toBe('2099-11-12'));
    expect(sent[1]).toEqual({ scheduledFor: rye.scheduledFor, status: 'scheduled', version: 2 });
  });

  it('are deleted for good when the page is left', async () => {
    await choose(rye);
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(currentToasts()[0]?.title).toBe('Post deleted'));
    cleanup();
    await waitFor(() => expect(sent.at(-1)).toEqual({ deleted: rye.id }));
  });
});

describe('the words and shape of the calendar', () => {
  it('are those of the specification: title, count, legend, and 42 days from Sunday', async () => {
    await show();
    expect(screen.getByRole('heading', { level: 1, name: 'Content Calendar' })).toBeVisible();
    expect(await screen.findByText('1 scheduled post')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Schedule New Post' })).toBeVisible();
    for (const view of ['Calendar', 'List', 'Previous month', 'Next month']) {
      expect(screen.getByRole('button', { name: view })).toBeVisible();
    }
    const legend = within(screen.getByRole('list', { name: 'Legend' })).getAllByRole('listitem');
    expect(legend.map(({ textContent }) => textContent)).toEqual(['Published', 'Scheduled', 'Draft']);
    expect(screen.getAllByRole('columnheader')[0]).toHaveTextContent(/^Sun/);
    const days = [...document.querySelectorAll<HTMLElement>('td [data-day]')].map(({ dataset }) => dataset['day']);
    expect(new Set(days).size).toBe(42);
    expect([days[0], days.at(-1)]).toEqual(['2099-11-01', '2099-12-12']);
  });

  it('mark today', async () => {
    await show('');
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date());
    expect(document.querySelectorAll('[aria-current="date"]')).toHaveLength(1);
    expect(document.querySelector('[aria-current="date"]')?.closest('td')).toContainElement(day(today));
  });

  it('list a month by its first words: 50 characters of a caption, time, platforms and status', async () => {
    const words = 'Rye from this morning, still warm, with butter and salt from the coast.';
    posts = [{ ...rye, caption: words }];
    await show('?view=list&month=2099-11');
    expect(screen.getByRole('heading', { name: 'Scheduled Posts' })).toBeVisible();
    const row = within(
      screen.getByText('Rye from this morning, still warm, with butter and…').closest('li') as HTMLElement,
    );
    expect(row.getAllByText('10:00 AM')[0]).toBeVisible();
    expect(row.getByText('Instagram')).toBeVisible();
    expect(row.getByText('Scheduled')).toBeVisible();
    cleanup();
    posts = [];
    await show('?view=list&month=2099-11');
    expect(screen.getByRole('heading', { name: 'No scheduled posts' })).toBeVisible();
  });
});

describe('a calendar with nothing ahead', () => {
  const choose = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

  it.each(['', '?view=week', '?view=list'])('leads to planning a week: %s', async (search) => {
    posts = [];
    await show(search);
    choose('Plan Your Week');
    expect(onPlanWeek).toHaveBeenCalledOnce();
  });

  it('leads nowhere else while something is ahead, or another month is shown', async () => {
    posts = [{ ...rye, scheduledFor: new Date(Date.now() + 1_000).toISOString() }];
    await show('');
    expect(screen.queryByRole('button', { name: 'Plan Your Week' })).toBeNull();
    cleanup();
    posts = [];
    await show('?month=2099-11');
    expect(screen.queryByRole('button', { name: 'Plan Your Week' })).toBeNull();
  });

  it('leads from an empty tray to a draft and to photos', async () => {
    posts = [];
    await show('');
    choose(/^Unscheduled/);
    choose('Write a draft');
    expect(onCompose).toHaveBeenCalledOnce();
    choose('Photos');
    await waitFor(() => choose('Upload Photos'));
    expect(onUpload).toHaveBeenCalledOnce();
  });
});

describe('the other views', () => {
  it('list the month under the headings of its days, with the zone named once', async () => {
    await show('?view=list&month=2099-11');
    const headings = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    expect(headings).toEqual(['Thursday, November 12, 2099', 'Friday, November 13, 2099']);
    expect(screen.getAllByText(/New York/)).toHaveLength(1);
  });

  it('do not call a month empty while it is read', async () => {
    await show('?view=list&month=2099-11');
    fetched.mockImplementation(() => new Promise(() => undefined));
    fireEvent.click(screen.getByRole('button', { name: 'Next month' }));
    expect(await screen.findByText('Loading schedule...')).toBeInTheDocument();
    expect(screen.queryByText(/^Nothing more is planned/)).toBeNull();
  });

  it('show a week of seven days', async () => {
    await show('?view=week&week=2099-11-12');
    const week = screen.getByRole('list', { name: 'Week of Sunday, November 8' });
    expect(within(week).getAllByRole('button', { name: /November/ })).toHaveLength(7);
    fireEvent.click(screen.getByRole('button', { name: 'Next week' }));
    expect(await screen.findByRole('list', { name: 'Week of Sunday, November 15' })).toBeInTheDocument();
  });

  it('show the first posts of a full day in a week, and all of them on demand', async () => {
    posts = Array.from({ length: 30 }, (_, n) => ({
      ...aPost(id(n + 1), `2099-11-12T15:${String(n).padStart(2, '0')}:00Z`, aTarget('pending')),
      caption: `Loaf ${n}`,
    }));
    await show('?view=week&week=2099-11-12');
    await waitFor(() => expect(document.querySelectorAll('ol [data-entry]')).toHaveLength(24));
    fireEvent.click(screen.getByRole('button', { name: '+6, all 30 posts on Thursday, November 12' }));
    const day = await screen.findByRole('dialog', { name: 'Thursday, November 12' });
    expect(within(day).getAllByRole('listitem')).toHaveLength(30);
  });

  it('show what the filters of the address leave', async () => {
    await show('?month=2099-11&status=published');
    expect(dayOfPost(rye)).toBeUndefined();
    expect(dayOfPost(out)).toBe('2099-11-13');
    fireEvent.click(screen.getByRole('button', { name: /Show all/ }));
    await waitFor(() => expect(dayOfPost(rye)).toBe('2099-11-12'));
  });
});

describe('a month that cannot be read', () => {
  it('says so instead of loading for ever, and can still be left', async () => {
    fetched.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')));
    await show();
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeInTheDocument();
    expect(screen.queryByText('Loading schedule...')).toBeNull();
    expect(screen.getByRole('button', { name: 'Next month' })).toBeInTheDocument();
  });

  it('says that the page is offline while the month before is still shown', async () => {
    await show();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void dispatchEvent(new Event('offline')));
    fetched.mockImplementation(() => new Promise(() => undefined));
    fireEvent.click(screen.getByRole('button', { name: 'Next month' }));
    expect(await screen.findByText(/You’re offline. Posts for December 2099/)).toBeInTheDocument();
    vi.restoreAllMocks();
    act(() => void dispatchEvent(new Event('online')));
  });
});

describe('the month on a phone', () => {
  it('has marks in its days and lists the day that was tapped', async () => {
    setWidth(false);
    await show();
    expect(document.querySelector('td [data-entry]')).toBeNull();
    fireEvent.click(day('2099-11-12'));
    const open = await screen.findByRole('region', { name: 'Thursday, November 12, 2099' });
    expect(within(open).getByText('Rye')).toBeInTheDocument();
  });
});

describe('what a person should check', () => {
  it('is counted without calling it posts: what a schedule will bring is no post yet', async () => {
    const others = fetched.getMockImplementation();
    const occurrences = [anOccurrence('2099-11-12T15:10'), anOccurrence('2099-11-14T15:00')];
    fetched.mockImplementation((url, init) =>
      String(url).startsWith('/api/calendar?')
        ? Promise.resolve(Response.json({ timeZone: 'America/New_York', posts: [rye], occurrences }))
        : (others?.(url, init) ?? Promise.reject(new Error('No answer.'))),
    );
    await show();
    // The post and an occurrence ten minutes after it.
    expect(await screen.findByRole('button', { name: '2 to check' })).toBeInTheDocument();
    expect(await screen.findByText('1 scheduled post')).toBeInTheDocument();
  });
});

describe('the filter by a schedule', () => {
  it('says so when its history does not reach back to the page', async () => {
    const schedule = '00000000-0000-4000-8000-0000000000aa';
    const past = (rows: number) =>
      Array.from({ length: rows }, () => anOccurrence('2099-11-12T15:00', { status: 'posted', postId: rye.id }));
    const others = fetched.getMockImplementation();
    let history = past(HISTORY_ROWS);
    fetched.mockImplementation((url, init) =>
      String(url).includes('/occurrences')
        ? Promise.resolve(Response.json(history))
        : (others?.(url, init) ?? Promise.reject(new Error('No answer.'))),
    );
    await show(`?month=2099-11&schedule=${schedule}`);
    expect(await screen.findByText(/^Only the latest 100 posts of this schedule/)).toBeInTheDocument();
    expect(dayOfPost(rye)).toBe('2099-11-12');
    cleanup();
    history = past(HISTORY_ROWS - 1);
    await show(`?month=2099-11&schedule=${schedule}`);
    await waitFor(() => expect(dayOfPost(rye)).toBe('2099-11-12'));
    expect(screen.queryByText(/^Only the latest/)).toBeNull();
  });
});
