import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { byDay, entriesOf } from '#data/calendar-entries.ts';
import { aPost, aTarget } from '#data/testing/posts.ts';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { CalendarActionsProvider, CalendarModelProvider, type CalendarActions } from './calendar-context.ts';
import AgendaList from './components/agenda-list.tsx';

const fetched = stubbedFetch();
/** Pixels of every line here. */
const LINE = 65;
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(LINE);
  fetched.mockImplementation(() => Promise.resolve(Response.json([])));
});
afterEach(() => {
  vi.restoreAllMocks();
  Object.defineProperty(window, 'scrollY', { configurable: true, value: 0 });
});

const nothing = () => undefined;
const actions: CalendarActions = {
  ...{ openPost: vi.fn(), openOccurrence: nothing, openDay: nothing, listDay: nothing, compose: nothing },
  ...{ toggle: nothing, pickUp: nothing, refuse: nothing },
};

/** December with so many posts a day, from its first day on. */
function openMonth(perDay: number, dayCount = 28) {
  const posts = Array.from({ length: dayCount * perDay }, (_, n) => {
    const day = String(1 + Math.floor(n / perDay)).padStart(2, '0');
    const minute = String(n % perDay).padStart(2, '0');
    return { ...aPost(`post-${n}`, `2099-12-${day}T10:${minute}:00Z`, aTarget('pending')), caption: `Loaf ${n}` };
  });
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <CalendarActionsProvider value={actions}>
        <CalendarModelProvider
          value={{
            ...{ timeZone: 'UTC', today: '2099-11-30', density: 'comfortable', carried: null, selection: null },
            ...{ troubles: new Map(), photos: new Map(), schedules: new Map(), pending: new Set() },
            days: byDay(entriesOf(posts, []), (at) => at.slice(0, 10)),
          }}
        >
          <AgendaList month="2099-12" loading={false} startsOpen={false} empty={null} onMonth={nothing} />
        </CalendarModelProvider>
      </CalendarActionsProvider>
    </QueryClientProvider>,
  );
}

function scrollTo(top: number) {
  Object.defineProperty(window, 'scrollY', { configurable: true, value: top });
  act(() => void window.dispatchEvent(new Event('scroll')));
}

const rows = () => screen.getAllByRole('link');

describe('a month as a list', () => {
  it('of thousands of posts has only the lines on screen in the document', async () => {
    openMonth(60);
    await waitFor(() => expect(rows().length).toBeGreaterThan(5));
    expect(rows().length).toBeLessThan(60);
    expect(screen.getByText('Loaf 0').closest('li')).toHaveAttribute('aria-setsize', '60');
  });

  it('names the day of what is on screen, however far its heading is scrolled away', async () => {
    openMonth(60);
    await waitFor(rows);
    scrollTo(LINE * 40);
    await waitFor(() => expect(screen.getByText('Loaf 40')).toBeInTheDocument());
    expect(screen.queryByText('Loaf 0')).toBeNull();
    const day = screen.getByRole('region', { name: /December 1/ });
    expect(within(day).getByRole('heading')).toHaveStyle({ top: '0px' });
    expect(within(day).getByText('Loaf 40').closest('li')).toHaveAttribute('aria-posinset', '41');
  });

  it('keeps the line with the focus', async () => {
    openMonth(60);
    const first = await screen.findByRole('link', { name: /Loaf 0/ });
    act(() => first.focus());
    scrollTo(LINE * 200);
    await waitFor(() => expect(screen.getByText('Loaf 198')).toBeInTheDocument());
    expect(first).toHaveFocus();
    fireEvent.click(first);
    expect(actions.openPost).toHaveBeenCalledWith('post-0');
  });
});
