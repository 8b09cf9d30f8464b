import type { Business, ReportShare, ReportShares, SharedReport } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PageContextProvider } from '#data/page-context.tsx';
import { aBakery } from '#data/testing/businesses.ts';
import { ada } from '#data/testing/people.ts';
import { createQueryClient, setPageBusinessId } from '#lib/api/index.ts';
import { refusal } from '#lib/testing/answers.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { currentToasts } from '#ui/toast-store.ts';
import { ReportButtons } from './components/report-buttons.tsx';
import SharedReportPage from './components/shared-report-page.tsx';

const fetched = stubbedFetch();
const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const range = { from: '2026-10-01', to: '2026-10-31' };
const share = (n: number): ReportShare => ({
  ...{ ...range, id: id(n), createdAt: '2026-11-01T12:00:00Z', expiresAt: '2026-12-01T12:00:00Z' },
});
const url = 'https://postloom.example/shared-report#token';
let shares: ReportShares;
let answers: Record<string, () => Promise<Response>>;
let sent: { call: string; body: unknown }[];

beforeEach(() => {
  setPageBusinessId(aBakery.id);
  shares = { shares: [share(1)], days: [7, 30], most: 3 };
  answers = {};
  sent = [];
  fetched.mockImplementation((input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin);
    const call = `${init?.method ?? 'GET'} ${pathname}`;
    sent.push({ call, body: init?.body === undefined ? undefined : JSON.parse(String(init.body)) });
    return (
      answers[call]?.() ??
      Promise.resolve(call === 'GET /api/report-shares' ? Response.json(shares) : new Response(null, { status: 204 }))
    );
  });
});

describe('sharing a report', () => {
  async function open(business: Business = aBakery) {
    render(
      <QueryClientProvider client={createQueryClient()}>
        <PageContextProvider value={{ user: ada, business, businesses: [business] }}>
          <ReportButtons range={range} />
        </PageContextProvider>
      </QueryClientProvider>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Share' }));
    return within(await screen.findByRole('dialog', { name: 'Share this report' }));
  }

  it('makes a link for as long as is chosen, and shows it once, to be copied', async () => {
    const dialog = await open();
    answers['POST /api/report-shares'] = () =>
      Promise.resolve(Response.json({ share: share(2), url }, { status: 201 }));
    const days = await dialog.findByRole('combobox', { name: 'The link works for' });
    expect(
      within(days)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['7 days', '30 days']);
    expect(days).toHaveValue('30');
    fireEvent.change(days, { target: { value: '7' } });
    shares = { ...shares, shares: [share(2), share(1)] };
    fireEvent.click(dialog.getByRole('button', { name: 'Create link' }));
    expect(await dialog.findByText(url)).toBeInTheDocument();
    expect(dialog.getByText(/shown only this once/)).toBeInTheDocument();
    expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({ ...range, days: 7 });
    await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(2));
    const copied = vi.fn(() => Promise.resolve());
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: copied } });
    fireEvent.click(dialog.getByRole('button', { name: 'Copy the link' }));
    expect(copied).toHaveBeenCalledWith(url);
    vi.unstubAllGlobals();
  });

  it('lists the links that work, and withdraws one when asked twice', async () => {
    const dialog = await open();
    expect(await dialog.findByText('Created Nov 1, 2026, works until Dec 1, 2026')).toBeInTheDocument();
    fireEvent.click(dialog.getByRole('button', { name: 'Withdraw the link to Oct 1 – 31, 2026' }));
    const asked = within(await screen.findByRole('alertdialog', { name: 'Withdraw this link?' }));
    expect(sent.some(({ call }) => call.startsWith('DELETE'))).toBe(false);
    shares = { ...shares, shares: [] };
    fireEvent.click(asked.getByRole('button', { name: 'Withdraw' }));
    expect(await dialog.findByText('No link works right now.')).toBeInTheDocument();
    expect(sent.map(({ call }) => call)).toContain(`DELETE /api/report-shares/${id(1)}`);
    expect(currentToasts()).toMatchObject([{ title: 'Link withdrawn' }]);
  });

  it('says why there is no further one, and lets nobody make one who only reads', async () => {
    shares = { ...shares, shares: [share(1), share(2), share(3)] };
    const dialog = await open();
    expect(await dialog.findByText(/^You have 3 links, which is the most at a time/)).toBeInTheDocument();
    expect(dialog.queryByRole('button', { name: 'Create link' })).toBeNull();
  });

  it('lets nobody change links who only reads', async () => {
    const dialog = await open({ ...aBakery, role: 'viewer' });
    expect(await dialog.findByText(/^Your role can see the links/)).toBeInTheDocument();
    expect(dialog.queryByRole('button', { name: /Create link|Withdraw/ })).toBeNull();
  });

  it('says when links cannot be read or made, and tries again', async () => {
    answers['GET /api/report-shares'] = () => refusal(503, 'unavailable', 'Restarting.');
    const dialog = await open();
    const again = await dialog.findByRole('button', { name: /Try Again|Retry/ });
    answers = { 'POST /api/report-shares': () => refusal(409, 'conflict', 'You have 3 links already.') };
    fireEvent.click(again);
    fireEvent.click(await dialog.findByRole('button', { name: 'Create link' }));
    await waitFor(() => expect(currentToasts()).toMatchObject([{ description: 'You have 3 links already.' }]));
    expect(dialog.queryByText(/shown only this once/)).toBeNull();
  });
});

describe('a shared report', () => {
  const report: SharedReport = {
    ...{ title: 'Social media report', sender: 'Rye & Co', color: '#b5342b', credit: null },
    ...{ days: 'Oct 1 – 31, 2026', comparison: 'Compared with Aug 31 – Sep 30, 2026' },
    sections: [
      {
        ...{ title: 'Summary', note: 'The rate is explained.', columns: ['Figure', 'These days', 'Before'] },
        rows: [
          ['Interactions', 1480, 400],
          ['Followers', 1240, null],
        ],
      },
      {
        ...{ title: 'Interactions by day', columns: ['Day', 'Interactions', 'Posts'], isChart: true },
        rows: [
          ['2026-10-01', 20, 2],
          ['2026-10-02', null, 0],
          ['2026-10-03', 26, 2],
        ],
      },
      { title: 'What worked', columns: ['Finding'], rows: [['Posts on Mondays did better.']] },
      { title: 'Top posts', columns: ['Post', 'Published'], rows: [['<img src=x onerror=alert(1)>', '2026-10-20']] },
    ],
    ...{ createdAt: '2026-11-01T12:00:00Z', expiresAt: '2026-12-01T12:00:00Z' },
  };
  async function visit(hash: string) {
    history.replaceState(null, '', `/shared-report${hash}`);
    await act(async () => {
      render(
        <QueryClientProvider client={createQueryClient()}>
          <SharedReportPage />
        </QueryClientProvider>,
      );
      await Promise.resolve();
    });
  }
  const answer = (response: () => Promise<Response>) => (answers['POST /api/shared-report'] = response);

  it('shows figures, charts in words and tables, and what is not known as a dash', async () => {
    answer(() => Promise.resolve(Response.json(report)));
    await visit('#secret');
    expect(await screen.findByRole('heading', { level: 1, name: 'Rye & Co' })).toBeInTheDocument();
    expect(sent).toEqual([{ call: 'POST /api/shared-report', body: { token: 'secret' } }]);
    expect(screen.getByText('Oct 1 – 31, 2026. Compared with Aug 31 – Sep 30, 2026.')).toBeInTheDocument();
    const summary = within(screen.getByRole('region', { name: 'Summary as a table' }));
    expect(summary.getByRole('row', { name: 'Interactions 1,480 400' })).toBeInTheDocument();
    expect(summary.getByRole('row', { name: 'Followers 1,240 –' })).toBeInTheDocument();
    const words = 'Interactions by day: highest with 26, Sat, Oct 3; lowest with 20, Thu, Oct 1.';
    expect(await screen.findByRole('img', { name: words })).toBeInTheDocument();
    expect(screen.getByText('Posts on Mondays did better.').tagName).toBe('LI');
    expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeInTheDocument();
    expect(screen.getByRole('cell', { name: 'Tue, Oct 20' })).toBeInTheDocument();
    expect(document.title).toBe('Rye & Co: Social media report');
  });

  it('tells days without anything in a sentence, and has no table of them', async () => {
    const [summary, byDay] = report.sections;
    const days = () => screen.queryByRole('region', { name: 'Interactions by day as a table' });
    answer(() => Promise.resolve(Response.json(report)));
    await visit('#secret');
    expect(await screen.findByText('Nothing went out and nothing was reported on 1 other day.')).toBeInTheDocument();
    expect(within(days() as HTMLElement).getAllByRole('row')).toHaveLength(3);
    cleanup();
    const rows = byDay?.rows.map(([day = null]) => [day, null, 0]);
    answer(() => Promise.resolve(Response.json({ ...report, sections: [summary, { ...byDay, rows }] })));
    await visit('#secret');
    expect(await screen.findByText('Nothing was reported for these days.')).toBeInTheDocument();
    expect(days()).toBeNull();
    expect(screen.queryByText(/other day/)).toBeNull();
  });

  it('names the product where the report does, and nowhere on an agency’s; it changes and leads to nothing', async () => {
    answer(() => Promise.resolve(Response.json(report)));
    await visit('#secret');
    await screen.findByRole('heading', { level: 1 });
    expect(document.documentElement.textContent).not.toMatch(/postloom/i);
    expect(document.title).not.toMatch(/postloom/i);
    expect(screen.queryAllByRole('link')).toEqual([]);
    expect(screen.queryAllByRole('button')).toEqual([]);
  });

  it('has the logo of an agency', async () => {
    const logo = { png: 'iVBORw0KGgo=', width: 120, height: 40 };
    answer(() => Promise.resolve(Response.json({ ...report, logo })));
    await visit('#secret');
    await screen.findByRole('heading', { level: 1 });
    const picture = document.querySelector('header img');
    expect(picture).toHaveAttribute('src', `data:image/png;base64,${logo.png}`);
    expect(picture).toHaveAttribute('width', '120');
  });

  it('says whose work it is on the other plans', async () => {
    answer(() => Promise.resolve(Response.json({ ...report, credit: 'Made with Postloom' })));
    await visit('#secret');
    expect(await screen.findByText('Made with Postloom')).toBeInTheDocument();
  });

  it.each([['#'], ['#gone']])('says that %s does not work any more, in the same words', async (hash) => {
    answer(() => refusal(404, 'invalid_token', 'This link has expired or was withdrawn.'));
    await visit(hash);
    const title = await screen.findByRole('heading', { level: 1, name: 'This link has expired or was withdrawn' });
    expect(title.parentElement).toHaveTextContent('Ask whoever gave you the link for a new one.');
  });

  it('tells a failure from a dead link, and tries again', async () => {
    answer(() => refusal(503, 'unavailable', 'Part of Postloom is restarting.'));
    await visit('#secret');
    expect(await screen.findByText(/^The report could not be loaded/)).toBeInTheDocument();
    answer(() => Promise.resolve(Response.json(report)));
    fireEvent.click(screen.getByRole('button', { name: /Try Again|Retry/ }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Rye & Co' })).toBeInTheDocument();
  });
});
