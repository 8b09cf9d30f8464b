import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Moon } from 'lucide-react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient, setPageBusinessId } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import CommandPalette from './command-palette.tsx';
import type { Command } from './commands.ts';

const fetched = stubbedFetch();
const onOpenChange = vi.fn();
const ran: string[] = [];
const command = (id: string, label: string): Command => ({
  id,
  group: 'Pages',
  label,
  icon: Moon,
  run: () => void ran.push(id),
});
const commands = [command('media', 'Media'), command('settings', 'Settings'), command('theme', 'Switch to dark')];

const asked = () => fetched.mock.calls.map(([input]) => String(input));
const type = (value: string) => fireEvent.change(screen.getByRole('combobox'), { target: { value } });

/** A server that knows one schedule and one album, and refuses posts when it is told to. */
function serve(posts: 'none' | 'fails' = 'none') {
  fetched.mockImplementation((input) => {
    const url = String(input);
    if (url.startsWith('/api/posts') && posts === 'fails') {
      return Promise.reject(new TypeError('offline'));
    }
    const rows = url.startsWith('/api/recurring-schedules')
      ? [{ id: 's', name: 'Rye on Mondays', isActive: false }]
      : url.startsWith('/api/albums')
        ? [{ id: 'a', name: 'Rye and wheat' }]
        : url.startsWith('/api/photos')
          ? [{ id: 'p', altText: null, originalName: 'rye-on-the-shelf.jpg', status: 'processing', thumbnails: {} }]
          : [];
    return Promise.resolve(new Response(JSON.stringify(rows), { status: 200 }));
  });
}

beforeEach(() => {
  // The rows above hold only what the palette shows.
  vi.stubEnv('DEV', false);
  onOpenChange.mockReset();
  ran.length = 0;
  setPageBusinessId('b');
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CommandPalette open onOpenChange={onOpenChange} commands={commands} />
    </QueryClientProvider>,
  );
});
afterEach(() => {
  vi.unstubAllEnvs();
  act(() => setPageBusinessId(null));
  history.replaceState(null, '', '/');
});

describe('palette', () => {
  it('is run by the keyboard from its search box', () => {
    const box = screen.getByRole('combobox');
    expect(screen.getByRole('option', { name: 'Media' })).toHaveAttribute('aria-selected', 'true');
    fireEvent.keyDown(box, { key: 'ArrowUp' });
    expect(screen.getByRole('option', { name: /Switch/ })).toHaveAttribute('aria-selected', 'true');
    fireEvent.keyDown(box, { key: 'ArrowDown' });
    fireEvent.keyDown(box, { key: 'ArrowDown' });
    fireEvent.keyDown(box, { key: 'Enter' });
    expect(ran).toEqual(['settings']);
    expect(onOpenChange).toHaveBeenCalledWith(false);
  });

  it('finds photos, schedules and albums, and goes there', async () => {
    serve();
    type('rye');
    expect(screen.getByText('Searching...')).toBeInTheDocument();
    expect(await screen.findByRole('option', { name: /rye-on-the-shelf\.jpg/ })).toBeInTheDocument();
    expect(await screen.findByRole('option', { name: /Rye on Mondays.*Paused/ })).toBeInTheDocument();
    fireEvent.click(await screen.findByRole('option', { name: 'Rye and wheat' }));
    expect(location.pathname + location.search).toBe('/media?album=a');
    expect(onOpenChange).toHaveBeenCalledWith(false);
  });

  it('asks once for a word that is typed quickly', async () => {
    serve();
    for (const value of ['r', 'ry', 'rye']) {
      type(value);
    }
    await screen.findByRole('option', { name: /rye-on-the-shelf/ });
    expect(asked().filter((url) => url.startsWith('/api/posts'))).toEqual(['/api/posts?search=rye&limit=5']);
  });

  it('says when nothing is found', async () => {
    fetched.mockImplementation(() => Promise.resolve(new Response('[]', { status: 200 })));
    type('zebra');
    expect(await screen.findByText(/Nothing found for 'zebra'/)).toBeInTheDocument();
    expect(screen.queryByText('Searching...')).toBeNull();
  });

  it('says when a part could not be searched, keeps the rest and tries again', async () => {
    serve('fails');
    type('rye');
    expect(await screen.findByText('Posts and photos could not be searched.')).toBeInTheDocument();
    expect(screen.getByRole('option', { name: 'Rye and wheat' })).toBeInTheDocument();
    serve();
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByText('Posts and photos could not be searched.')).toBeNull());
  });
});
