import type { ReportSchedules } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PageContextProvider } from '#data/page-context.tsx';
import { aBakery } from '#data/testing/businesses.ts';
import { ada } from '#data/testing/people.ts';
import { createQueryClient, setPageBusinessId } from '#lib/api/index.ts';
import { refusal } from '#lib/testing/answers.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import ReportMailsDialog from './components/report-mails-dialog.tsx';

const mondays = {
  ...{ id: '0192f3c0-0000-7000-8000-0000000000b1', frequency: 'weekly' as const, weekday: 1, day: 1, hour: 8 },
  ...{ format: 'pdf' as const, isActive: true, nextAt: '2026-11-30T08:00:00Z', lastSentAt: null },
  createdAt: '2026-11-01T00:00:00Z',
};
const NAME = 'Every Monday at 8:00 AM, PDF';
const fetched = stubbedFetch();
let held: ReportSchedules;
let sent: { method: string; path: string; body: unknown }[];
let refused: Promise<Response> | null;

beforeEach(() => {
  setPageBusinessId(aBakery.id);
  held = { schedules: [mondays], most: 2, to: { email: 'ada@example.com', isConfirmed: true } };
  sent = [];
  refused = null;
  fetched.mockImplementation((input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin);
    const method = init?.method ?? 'GET';
    if (method === 'GET') {
      return refused ?? Promise.resolve(Response.json(held));
    }
    sent.push({ method, path: pathname, body: typeof init?.body === 'string' ? JSON.parse(init.body) : null });
    if (refused) {
      return refused;
    }
    if (method === 'DELETE') {
      held = { ...held, schedules: [] };
      return Promise.resolve(new Response(null, { status: 204 }));
    }
    const changes = sent.at(-1)?.body as object;
    const changed = { ...mondays, ...changes };
    held = {
      ...held,
      schedules: method === 'POST' ? [...held.schedules, { ...changed, id: `${mondays.id.slice(0, -1)}2` }] : [changed],
    };
    return Promise.resolve(Response.json(changed, { status: method === 'POST' ? 201 : 200 }));
  });
});

function show() {
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PageContextProvider value={{ user: ada, business: aBakery, businesses: [aBakery] }}>
        <ReportMailsDialog onClose={onClose} />
      </PageContextProvider>
    </QueryClientProvider>,
  );
}

describe('the reports by email', () => {
  it('says which come, when the next does, and where they go', async () => {
    show();
    const row = within(await screen.findByRole('listitem'));
    expect(row.getByText(NAME)).toBeInTheDocument();
    expect(row.getByText(/^Next: Mon, Nov 30/)).toBeInTheDocument();
    expect(screen.getByText('They go to ada@example.com.')).toBeInTheDocument();
  });

  it('says that the address has to be confirmed first', async () => {
    held = { ...held, to: { email: 'ada@example.com', isConfirmed: false } };
    show();
    expect(await screen.findByText(/^Reports go out once ada@example.com is confirmed/)).toBeInTheDocument();
  });

  it('pauses one', async () => {
    show();
    fireEvent.click(await screen.findByRole('switch', { name: `Send: ${NAME}` }));
    await vi.waitFor(() =>
      expect(sent).toEqual([
        { method: 'PUT', path: `/api/reports/schedules/${mondays.id}`, body: { isActive: false } },
      ]),
    );
  });

  it('deletes one, and says when there is none', async () => {
    show();
    fireEvent.click(await screen.findByRole('button', { name: `Delete: ${NAME}` }));
    expect(await screen.findByText('No report comes by email yet.')).toBeInTheDocument();
    expect(sent.map(({ method }) => method)).toEqual(['DELETE']);
  });

  it('adds a monthly one, and says when there can be no more', async () => {
    show();
    const form = within(await screen.findByRole('form', { name: 'Add a report' }));
    fireEvent.change(form.getByLabelText('How often'), { target: { value: 'monthly' } });
    fireEvent.change(form.getByLabelText('Day of the month'), { target: { value: '31' } });
    expect(form.getByText('In shorter months it comes on the last day.')).toBeInTheDocument();
    fireEvent.change(form.getByLabelText('Time'), { target: { value: '18' } });
    fireEvent.change(form.getByLabelText('File'), { target: { value: 'xlsx' } });
    fireEvent.click(form.getByRole('button', { name: 'Add Report' }));
    expect(await screen.findByText(/^2 reports is the most/)).toBeInTheDocument();
    expect(sent.at(-1)?.body).toEqual({ frequency: 'monthly', weekday: 1, day: 31, hour: 18, format: 'xlsx' });
    expect(screen.queryByRole('form')).toBeNull();
  });

  it('says why one was refused, and keeps what was chosen', async () => {
    show();
    const form = within(await screen.findByRole('form', { name: 'Add a report' }));
    fireEvent.change(form.getByLabelText('Time'), { target: { value: '18' } });
    refused = refusal(409, 'conflict', 'You can get 2 reports by email at most. Please delete one first.');
    fireEvent.click(form.getByRole('button', { name: 'Add Report' }));
    expect(await form.findByText(/^You can get 2 reports/)).toBeInTheDocument();
    expect(form.getByLabelText('Time')).toHaveValue('18');
  });

  it('offers to read them again when they could not be', async () => {
    refused = refusal(503, 'unavailable', 'Part of Postloom is restarting. Please try again in a moment.');
    show();
    const retry = await screen.findByRole('button', { name: 'Retry' }, { timeout: 5_000 });
    refused = null;
    fireEvent.click(retry);
    expect(await screen.findByText(NAME)).toBeInTheDocument();
  });
});
