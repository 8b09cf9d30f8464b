import type { Occurrence, Post } from '@postloom/contracts';
import { dayIn, shiftDay } from '#lib/month-grid.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { HISTORY_ROWS } from '#data/schedules.ts';
import { anOccurrence } from '#data/testing/occurrences.ts';
import { aPost, aTarget } from '#data/testing/posts.ts';
import { statusLabels } from '#ui/index.ts';
import {
  server,
  calendarServer,
  show,
  day,
  dayOfPost,
  card,
  press,
  onCompose,
  onPlanWeek,
  onUpload,
  onOccurrence,
  onAutomation,
  setWidth,
  id,
  rye,
  out,
  draft,
} from './testing/shown-calendar.tsx';

const fetched = calendarServer();

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

  it('starts a new post on the first day of a page that is still to come', async () => {
    await show();
    const composeFrom = (page: string) => {
      fireEvent.click(screen.getByRole('button', { name: 'Schedule New Post' }));
      return expect(onCompose, page);
    };
    composeFrom('November').toHaveBeenLastCalledWith({ date: '2099-11-01' });
    fireEvent.click(screen.getByRole('button', { name: 'Next month' }));
    await screen.findByRole('table', { name: 'December 2099' });
    composeFrom('December').toHaveBeenLastCalledWith({ date: '2099-12-01' });
    fireEvent.click(screen.getByRole('button', { name: 'Week' }));
    await screen.findByRole('button', { name: 'Week', pressed: true });
    await waitFor(() => expect(location.search).toContain('week=2099-12-01'));
    composeFrom('the week').toHaveBeenLastCalledWith({ date: '2099-11-29' });
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

describe('a status', () => {
  it('has the same word and shape in the legend, in the list and beside the card', async () => {
    const failed: Post = { ...rye, id: id(5), caption: 'Burnt', status: 'failed', targets: [aTarget('failed')] };
    const dated: Post = { ...draft, id: id(6), caption: 'Later', scheduledFor: '2099-11-18T15:00:00Z' };
    server.posts = [rye, out, failed, dated];
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
    server.posts = [1, 2, 3, 4, 5].map((number) => ({
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
    server.posts = [proposed, { ...rye, caption: 'Mine', status: 'draft' }, draft];
    await show();
    fireEvent.click(screen.getByRole('button', { name: /^Unscheduled/ }));
    const tray = within(screen.getByRole('list', { name: 'Drafts to schedule' }));
    expect(tray.getAllByRole('listitem')).toHaveLength(2);
    expect(tray.getByText('Proposed').closest('li')).toHaveTextContent('Proposed for Thu, Nov 12, 2099, 10:00 AM');
    expect(tray.getByText('An idea').closest('li')).toHaveTextContent('No date set');
    expect(dayOfPost(proposed)).toBe('2099-11-12');
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
    server.posts = [{ ...rye, caption: words }];
    await show('?view=list&month=2099-11');
    expect(screen.getByRole('heading', { name: 'Scheduled Posts' })).toBeVisible();
    const row = within(
      screen.getByText('Rye from this morning, still warm, with butter and…').closest('li') as HTMLElement,
    );
    expect(row.getAllByText('10:00 AM')[0]).toBeVisible();
    expect(row.getByText('Instagram')).toBeVisible();
    expect(row.getByText('Scheduled')).toBeVisible();
    cleanup();
    server.posts = [];
    await show('?view=list&month=2099-11');
    expect(screen.getByRole('heading', { name: 'No scheduled posts' })).toBeVisible();
  });
});

describe('a calendar with nothing ahead', () => {
  const choose = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

  it.each(['', '?view=week', '?view=list'])('leads to planning a week: %s', async (search) => {
    server.posts = [];
    await show(search);
    choose('Plan Your Week');
    expect(onPlanWeek).toHaveBeenCalledOnce();
  });

  it('leads there from the week after, which a plan that was taken back left empty', async () => {
    server.posts = [];
    const today = dayIn('America/New_York', new Date());
    await show(`?view=week&week=${shiftDay(today, 7)}`);
    choose('Plan Your Week');
    expect(onPlanWeek).toHaveBeenCalledOnce();
    cleanup();
    await show(`?view=week&week=${shiftDay(today, -7)}`);
    expect(screen.queryByRole('button', { name: 'Plan Your Week' })).toBeNull();
  });

  it('leads nowhere else while something is ahead, or another month is shown', async () => {
    server.posts = [{ ...rye, scheduledFor: new Date(Date.now() + 1_000).toISOString() }];
    await show('');
    expect(screen.queryByRole('button', { name: 'Plan Your Week' })).toBeNull();
    cleanup();
    server.posts = [];
    await show('?month=2099-11');
    expect(screen.queryByRole('button', { name: 'Plan Your Week' })).toBeNull();
  });

  it.each(['', '?view=week', '?view=list'])(
    'does not call it nothing what comes after its page: %s',
    async (search) => {
      await show(search);
      expect(await screen.findByText('1 scheduled post')).toBeVisible();
      expect(screen.queryByRole('button', { name: 'Plan Your Week' })).toBeNull();
    },
  );

  it('leads from a list without posts to the month after it while something is scheduled', async () => {
    await show('?view=list&month=2099-10');
    expect(screen.getByRole('heading', { name: 'No scheduled posts' })).toBeVisible();
    choose('November 2099');
    expect(await screen.findByRole('link', { name: /Rye/ })).toBeVisible();
  });

  it('leads from an empty tray to a draft and to photos', async () => {
    server.posts = [];
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

  it('unfold what is over while only what is to be checked is shown', async () => {
    vi.useFakeTimers({ now: new Date('2099-11-20T12:00:00Z'), toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    server.posts = [{ ...aPost(id(1), '2099-11-12T15:00:00Z', aTarget('failed')), status: 'failed' }];
    await show('?view=list');
    const earlier = () => screen.getByRole('button', { name: /^Earlier in November 2099/ });
    expect(earlier()).toHaveAttribute('aria-expanded', 'false');
    fireEvent.click(screen.getByRole('button', { name: '1 to check' }));
    await waitFor(() => expect(earlier()).toHaveAttribute('aria-expanded', 'true'));
    expect(screen.getByRole('heading', { name: /November 12/ })).toBeVisible();
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
    server.posts = Array.from({ length: 30 }, (_, n) => ({
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

describe('what a schedule will bring', () => {
  const planned = anOccurrence('2099-11-14T15:00');
  const begun = anOccurrence('2099-11-15T15:00', { status: 'captioning' });
  const over = anOccurrence('2020-11-14T15:00');
  const serve = (...occurrences: Occurrence[]) => {
    const others = fetched.getMockImplementation();
    fetched.mockImplementation((url, init) =>
      String(url).startsWith('/api/calendar?')
        ? Promise.resolve(Response.json({ timeZone: 'America/New_York', posts: [], occurrences }))
        : (others?.(url, init) ?? Promise.reject(new Error('No answer.'))),
    );
  };
  const entry = ({ scheduleId, localSlot }: Occurrence) =>
    document.querySelector<HTMLElement>(`[data-entry="${scheduleId}/${localSlot}"]`) ?? document.body;

  it.each(['?month=2099-11', '?view=week&week=2099-11-14', '?view=list&month=2099-11'])(
    'opens alone, and its schedule once it is being made: %s',
    async (search) => {
      serve(planned, begun);
      await show(search);
      await waitFor(() => expect(entry(planned)).not.toBe(document.body));
      fireEvent.click(entry(planned));
      expect(onOccurrence.mock.calls).toEqual([[planned]]);
      expect(onAutomation).not.toHaveBeenCalled();
      if (!search.includes('week')) {
        fireEvent.click(entry(begun));
        expect(onAutomation).toHaveBeenCalledOnce();
        expect(onOccurrence).toHaveBeenCalledOnce();
      }
    },
  );

  it('leads to its schedule when its time has passed', async () => {
    serve(over);
    await show('?month=2020-11');
    fireEvent.click(entry(over));
    expect(onAutomation).toHaveBeenCalledOnce();
    expect(onOccurrence).not.toHaveBeenCalled();
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
