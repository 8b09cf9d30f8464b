import type { Business } from '@postloom/contracts';
import { onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Moon } from 'lucide-react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PageContextProvider } from '#data/page-context.tsx';
import { aBakery, aStudio } from '#data/testing/businesses.ts';
import { ada } from '#data/testing/people.ts';
import { createQueryClient, routes, setPageBusinessId } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import CommandPalette from './command-palette.tsx';
import type { Command } from './commands.ts';

const fetched = stubbedFetch();
const onOpenChange = vi.fn();
const onShortcuts = vi.fn();
const ran: string[] = [];
const command = (id: string, label: string): Command => ({
  id,
  group: 'Pages',
  label,
  icon: Moon,
  run: () => void ran.push(id),
});
const commands = [
  ...[command('media', 'Media'), command('settings', 'Settings'), command('theme', 'Switch to dark')],
  command('/automation', 'Automation'),
  { ...command('business-b2', 'Rye House'), group: 'Switch business' },
];

const asked = () => fetched.mock.calls.map(([input]) => String(input));
const type = (value: string) => fireEvent.change(screen.getByRole('combobox'), { target: { value } });

const group = (kind: string, ...results: object[]) => ({ kind, results });

/** A server that finds something of every kind; without posts and schedules when it is told to. */
function serve(missing: readonly string[] = []) {
  const groups = [
    group('albums', { id: 'a', label: 'Rye and wheat' }),
    group('photos', { id: 'p', label: 'rye-on-the-shelf.jpg', picture: null }),
    group(
      'posts',
      { id: 'o', label: 'Rye is back', status: 'draft', scheduledFor: null },
      { id: 'e', label: '', status: 'failed', scheduledFor: '2026-12-06T03:30:00Z' },
    ),
    group('schedules', { id: 's', label: 'Rye on Mondays', isActive: false }),
    group('businesses', { id: 'b2', label: 'Rye House' }, { id: 'b', label: 'Rye Bakery' }),
  ].filter(({ kind }) => !missing.includes(kind));
  fetched.mockImplementation(() => Promise.resolve(new Response(JSON.stringify({ groups, missing }), { status: 200 })));
}

function show(businesses: readonly Business[]) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PageContextProvider value={{ user: ada, business: { ...aBakery, timeZone: 'America/New_York' }, businesses }}>
        <CommandPalette open onOpenChange={onOpenChange} commands={commands} onShortcuts={onShortcuts} />
      </PageContextProvider>
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  // The rows above hold only what the palette shows.
  vi.stubEnv('DEV', false);
  onOpenChange.mockReset();
  ran.length = 0;
  setPageBusinessId('b');
  show([]);
});
afterEach(() => {
  act(() => onlineManager.setOnline(true));
  vi.unstubAllEnvs();
  history.replaceState(null, '', '/');
});

describe('palette', () => {
  it('opens the list of keys, also for whom single keys are off', () => {
    type('keyboard');
    fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' });
    expect(onShortcuts).toHaveBeenCalledWith(true);
  });

  it('is run by the keyboard from its search box', () => {
    const box = screen.getByRole('combobox');
    expect(screen.getByRole('option', { name: 'Media' })).toHaveAttribute('aria-selected', 'true');
    fireEvent.keyDown(box, { key: 'ArrowUp' });
    expect(screen.getByRole('option', { name: 'Keyboard shortcuts' })).toHaveAttribute('aria-selected', 'true');
    fireEvent.keyDown(box, { key: 'ArrowDown' });
    fireEvent.keyDown(box, { key: 'ArrowDown' });
    fireEvent.keyDown(box, { key: 'Enter' });
    expect(ran).toEqual(['settings']);
    expect(onOpenChange).toHaveBeenCalledWith(false);
  });

  it.each([
    ['time zone', 'Time zone', '/business-settings'],
    ['billing', 'Plan and billing', '/settings#subscription'],
    ['hashtags', 'Caption preferences', '/settings#captions'],
    ['notifications', 'Notifications', '/settings#notifications'],
    ['instagram', 'Social accounts', '/settings#social-accounts'],
    ['password', 'Password and security', '/settings#sign-in'],
    ['backup', 'Export your data', '/settings#export'],
  ])('finds a section of the settings by an everyday word and leads to it: %s', (word, label, href) => {
    expect(screen.queryByRole('option', { name: label })).toBeNull();
    type(word);
    fireEvent.click(screen.getByRole('option', { name: label }));
    expect(location.pathname + location.hash).toBe(href);
  });

  it.each(['holiday', 'vacation', 'pause'])('finds Automation where schedules are put off: %s', (word) => {
    type(word);
    fireEvent.click(screen.getByRole('option', { name: 'Automation' }));
    expect(ran).toEqual(['/automation']);
  });

  it.each(['sign out', 'log out'])('signs out: %s', (words) => {
    type(words);
    fireEvent.click(screen.getByRole('option', { name: 'Sign out' }));
    // Nothing of theirs stays at this device.
    expect(localStorage.getItem('postloom.owner')).toBe('');
  });

  it('says which business it searches to whom several belong', () => {
    expect(screen.getByRole('combobox')).toHaveAttribute('placeholder', 'Search posts, photos, and actions');
    cleanup();
    show([aBakery, aStudio]);
    const box = screen.getByRole('combobox', { name: 'Search posts, photos, and actions' });
    expect(box).toHaveAttribute('placeholder', 'Search Rye & Co');
  });

  it('finds what the server has, in its order, and goes there', async () => {
    serve();
    type('ryee');
    expect(screen.getByText('Searching...')).toBeInTheDocument();
    await screen.findByRole('option', { name: /rye-on-the-shelf\.jpg/ });
    const shown = screen.getAllByRole('option').map(({ textContent }) => textContent);
    expect(shown).toEqual([
      ...['Rye and wheat', 'rye-on-the-shelf.jpg', 'Rye is backDraft', 'Post without a captionSat, Dec 5 · Failed'],
      ...['Rye on MondaysPaused', 'Rye House'],
    ]);
    expect(screen.getAllByRole('group').map((one) => one.getAttribute('aria-label'))).toEqual([
      ...['Albums', 'Photos', 'Posts', 'Schedules', 'Switch business'],
    ]);
    fireEvent.click(await screen.findByRole('option', { name: 'Rye and wheat' }));
    expect(location.pathname + location.search).toBe('/media?album=a');
    expect(onOpenChange).toHaveBeenCalledWith(false);
  });

  it('keeps what it knows already first, and each command once', async () => {
    serve();
    type('rye');
    await screen.findByRole('option', { name: /rye-on-the-shelf\.jpg/ });
    const shown = screen.getAllByRole('option').map(({ textContent }) => textContent);
    expect(shown.slice(0, 2)).toEqual(['Rye House', 'Rye and wheat']);
    expect(shown.filter((text) => text === 'Rye House')).toHaveLength(1);
    fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' });
    expect(ran).toEqual(['business-b2']);
  });

  it('asks once for a word that is typed quickly', async () => {
    serve();
    for (const value of ['r', 'ry', 'rye']) {
      type(value);
    }
    await screen.findByRole('option', { name: /rye-on-the-shelf/ });
    expect(asked()).toEqual(['/api/search?q=rye']);
  });

  it('takes no more letters than the server does', () => {
    const letters = (count: number) => routes.search.query?.safeParse({ q: 'x'.repeat(count) }).success;
    const most = (screen.getByRole('combobox') as HTMLInputElement).maxLength;
    expect([letters(most), letters(most + 1)]).toEqual([true, false]);
  });

  it('says when nothing is found', async () => {
    fetched.mockImplementation(() =>
      Promise.resolve(new Response(JSON.stringify({ groups: [], missing: [] }), { status: 200 })),
    );
    type('zebra');
    // Another business may have it.
    expect(
      await screen.findByText(/Nothing found for 'zebra'.* Only the business you’re in is searched/),
    ).toBeVisible();
    expect(screen.queryByText('Searching...')).toBeNull();
  });

  it('says without a network that it waits for one, instead of what earlier words found, and searches then', async () => {
    serve();
    type('wheat');
    await screen.findByRole('option', { name: 'Rye and wheat' });
    onlineManager.setOnline(false);
    type('zebra');
    expect(await screen.findByText(/^You’re offline\. You can search posts and photos/)).toBeInTheDocument();
    expect(screen.queryAllByRole('option')).toEqual([]);
    expect(screen.queryByText(/Nothing found/)).toBeNull();
    act(() => onlineManager.setOnline(true));
    expect(await screen.findByRole('option', { name: 'Rye and wheat' })).toBeInTheDocument();
    expect(asked()).toEqual(['/api/search?q=wheat', '/api/search?q=zebra']);
  });

  it('says which part could not be searched, keeps the rest and tries again', async () => {
    serve(['posts', 'schedules']);
    type('rye');
    expect(await screen.findByText('Posts and schedules could not be searched.')).toBeInTheDocument();
    expect(screen.getByRole('option', { name: 'Rye and wheat' })).toBeInTheDocument();
    serve();
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByText('Posts and schedules could not be searched.')).toBeNull());
    expect(await screen.findByRole('option', { name: /Rye on Mondays/ })).toBeInTheDocument();
  });

  it('says when nothing could be searched, and still runs what it knows', async () => {
    fetched.mockImplementation(() => Promise.reject(new TypeError('offline')));
    type('rye');
    expect(await screen.findByText('Posts and photos could not be searched.')).toBeInTheDocument();
    expect(screen.getByRole('option', { name: 'Rye House' })).toBeInTheDocument();
  });
});
