import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PageContextProvider } from '#data/page-context.tsx';
import { aBakery } from '#data/testing/businesses.ts';
import { anOccurrence } from '#data/testing/occurrences.ts';
import { ada } from '#data/testing/people.ts';
import { dailySchedule } from '#data/testing/schedules.ts';
import type { RecurringSchedule } from '@postloom/contracts';
import { createQueryClient, setPageBusinessId } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { currentToasts } from '#ui/toast-store.ts';
import CalendarOccurrence from './calendar-occurrence.tsx';

const fetched = stubbedFetch();
const occurrence = anOccurrence('2099-01-01T09:00', { scheduleId: dailySchedule.id });
const onClose = vi.fn();
let schedules: RecurringSchedule[];
let sent: unknown[];

beforeEach(() => {
  setPageBusinessId(aBakery.id);
  history.replaceState(null, '', '/schedule');
  onClose.mockReset();
  schedules = [dailySchedule];
  sent = [];
  fetched.mockImplementation((url, init) => {
    const { pathname } = new URL(String(url), location.origin);
    if (init?.method === 'PUT') {
      sent.push([pathname, JSON.parse(String(init.body))]);
      return Promise.resolve(Response.json(occurrence));
    }
    const rows = pathname === '/api/recurring-schedules' ? schedules : [];
    return Promise.resolve(Response.json({ data: rows, nextCursor: null, total: rows.length }));
  });
});

const show = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PageContextProvider value={{ user: ada, business: aBakery, businesses: [aBakery] }}>
        <CalendarOccurrence occurrence={occurrence} onClose={onClose} />
      </PageContextProvider>
    </QueryClientProvider>,
  );

describe('what a schedule will bring, over the calendar', () => {
  it('is changed alone, and leads to its schedule', async () => {
    show();
    expect(await screen.findByRole('dialog', { name: 'Edit this post' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Whole schedule' })).toHaveAttribute('href', '/automation');
    fireEvent.change(screen.getByLabelText('Caption'), { target: { value: 'Rye' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent).toEqual([[expect.stringContaining('/occurrences/2099-01-01'), { caption: 'Rye' }]]);
  });

  it('is skipped, and posted after all from the toast that says so', async () => {
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Skip this post' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    await waitFor(() => expect(currentToasts()[0]).toMatchObject({ title: 'Skipped', tone: 'success' }));
    const { action } = currentToasts()[0] ?? {};
    expect(action?.label).toBe('Post after all');
    action?.onSelect();
    await waitFor(() => expect(currentToasts()[0]?.title).toBe('It will be posted'));
    expect(sent.map((one) => (one as [string, object])[1])).toEqual([{ skip: true }, { skip: false }]);
  });

  it('gives way to the schedules when its own is gone', async () => {
    schedules = [];
    show();
    await waitFor(() => expect(location.pathname).toBe('/automation'));
  });
});
