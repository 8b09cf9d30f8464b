import type { DataExport } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import ExportCard from './components/export-card.tsx';

const fetched = stubbedFetch();
const none: DataExport = {
  ...{ state: 'none', askedAt: null, percent: 0, readyAt: null, expiresAt: null, bytes: null },
  counts: { businesses: 0, photos: 0, albums: 0, posts: 0, schedules: 0, captions: 0 },
};
const working: DataExport = { ...none, state: 'working', askedAt: '2026-11-23T10:00:00Z', percent: 42 };
const ready: DataExport = {
  ...{ ...working, state: 'ready', percent: 100, readyAt: '2026-11-23T10:05:00Z', expiresAt: '2026-11-30T10:05:00Z' },
  ...{ bytes: 5_242_880, counts: { ...none.counts, businesses: 1, photos: 1_204, posts: 2, schedules: 1 } },
};
const answer = (body: unknown, status = 200) => Promise.resolve(new Response(JSON.stringify(body), { status }));
function show(state: DataExport): void {
  fetched.mockImplementation(() => answer(state));
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ExportCard timeZone="UTC" />
    </QueryClientProvider>,
  );
}

describe('the card of the export on Settings', () => {
  afterEach(() => vi.useRealTimers());

  it('begins an export and shows how far it is', async () => {
    show(none);
    const begin = await screen.findByRole('button', { name: 'Export everything' });
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
    fetched.mockImplementation(() => answer(working, 202));
    fireEvent.click(begin);
    const bar = await screen.findByRole('progressbar', { name: 'Your export is being made' });
    expect(bar).toHaveAttribute('aria-valuenow', '42');
    expect(fetched.mock.calls.map(([input]) => String(input))).toEqual(['/api/user/export/status', '/api/user/export']);
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('asks again while it is being made, and says when it is ready', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    show(working);
    await screen.findByRole('progressbar');
    fetched.mockImplementation(() => answer(ready));
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    const text = await screen.findByText(/^Ready until/);
    expect(text).toHaveFocus();
    expect(text).toHaveTextContent('1 business, 1,204 photos, 2 posts, 1 schedule.');
    const asked = fetched.mock.calls.length;
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(fetched.mock.calls).toHaveLength(asked);
  });

  it('offers the download of one that is ready', async () => {
    show(ready);
    const link = await screen.findByRole('link', { name: 'Download (5 MB)' });
    expect(link).toHaveAttribute('href', '/api/user/export/download');
    expect(screen.getByRole('button', { name: 'Make a new export' })).toBeInTheDocument();
  });

  it.each([
    ['expired', /has expired and was deleted/],
    ['failed', /could not be made/],
  ] as const)('says what became of one that is %s, without a download', async (state, text) => {
    show({ ...ready, state });
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Make a new export' })).toBeEnabled();
  });

  it('says why an export was not begun', async () => {
    show(ready);
    const message = 'Too many exports. Please try again in 5 hours.';
    fetched.mockImplementation(() => answer({ error: 'rate_limited', message, requestId: 'r' }, 429));
    fireEvent.click(await screen.findByRole('button', { name: 'Make a new export' }));
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Download (5 MB)' })).toBeInTheDocument();
  });

  it('can be asked again when its state could not be fetched', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    render(
      <QueryClientProvider client={createQueryClient()}>
        <ExportCard timeZone="UTC" />
      </QueryClientProvider>,
    );
    const retry = await screen.findByRole('button', { name: 'Retry' });
    fetched.mockImplementation(() => answer(ready));
    fireEvent.click(retry);
    expect(await screen.findByRole('link')).toBeInTheDocument();
  });
});
