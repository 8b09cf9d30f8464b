import { queryOptions, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Profiler } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { networkError } from '#lib/api/errors.ts';
import { ApiError, createQueryClient } from '#lib/api/index.ts';
import { Async } from './async.tsx';

let online = true;

function goOnline(next: boolean): void {
  online = next;
  act(() => {
    dispatchEvent(new Event(next ? 'online' : 'offline'));
  });
}

function show(read: () => Promise<readonly string[]>) {
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
  function List() {
    const query = useQuery(queryOptions({ queryKey: ['list'], queryFn: read, networkMode: 'always' }));
    return (
      <>
        <Async query={query} skeleton={<p>Loading the list</p>} empty={<p>Nothing yet</p>} message="No list today.">
          {(rows) => <p>{rows.join(', ')}</p>}
        </Async>
        <button onClick={() => void query.refetch()}>Read again</button>
      </>
    );
  }
  const client = createQueryClient();
  return render(
    <QueryClientProvider client={client}>
      <List />
    </QueryClientProvider>,
  );
}

const refused = new ApiError({
  status: 503,
  code: 'unavailable',
  message: 'Back in a minute.',
  requestId: '1',
  raw: '',
});

describe('what is read from the server', () => {
  afterEach(() => {
    goOnline(true);
    vi.restoreAllMocks();
  });

  it('renders what takes the place of the skeleton later than it hears of the answer, so that the page goes on meanwhile', () => {
    const frames: (string | undefined)[] = [];
    const one = (data: string | undefined) => (
      <Profiler id="async" onRender={() => frames.push(document.querySelector('p')?.textContent)}>
        <Async query={{ data, error: null, fetchStatus: 'idle', refetch: () => undefined }} skeleton={<p>Loading</p>}>
          {(text) => <p>{text}</p>}
        </Async>
      </Profiler>
    );
    const { rerender } = render(one(undefined));
    rerender(one('Rye'));
    rerender(one('Wheat'));
    expect(frames).toEqual(['Loading', 'Loading', 'Rye', 'Wheat']);
  });

  it('is loading, then full', async () => {
    show(() => Promise.resolve(['one', 'two']));
    expect(screen.getByText('Loading the list')).toBeVisible();
    expect(await screen.findByText('one, two')).toBeVisible();
    expect(screen.queryByText('Loading the list')).toBeNull();
  });

  it('is empty', async () => {
    show(() => Promise.resolve([]));
    expect(await screen.findByText('Nothing yet')).toBeVisible();
  });

  it("fails in the server's words, and is full after another try", async () => {
    const read = vi.fn<() => Promise<string[]>>().mockRejectedValueOnce(refused).mockResolvedValue(['three']);
    show(read);
    expect(await screen.findByText('Back in a minute.')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('three')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('fails in its own words when there was no answer', async () => {
    show(() => Promise.reject(networkError('2')));
    expect(await screen.findByText('No list today.')).toBeVisible();
  });

  it('waits while offline and reads by itself afterwards', async () => {
    goOnline(false);
    const read = vi.fn<() => Promise<string[]>>().mockRejectedValueOnce(networkError('3')).mockResolvedValue(['four']);
    show(read);
    expect(await screen.findByText(/You’re offline/)).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    goOnline(true);
    expect(await screen.findByText('four')).toBeVisible();
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('keeps what is there when a later read fails', async () => {
    const read = vi.fn<() => Promise<string[]>>().mockResolvedValueOnce(['five']).mockRejectedValue(refused);
    show(read);
    await screen.findByText('five');
    fireEvent.click(screen.getByRole('button', { name: 'Read again' }));
    await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2));
    expect(screen.getByText('five')).toBeVisible();
  });
});
