import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { aPost } from '#data/testing/posts.ts';
import { currentToasts } from '#ui/toast-store.ts';
import NotificationsPanel from './components/notifications-panel.tsx';

const notification = (n: number) => ({
  id: `00000000-0000-4000-8000-00000000000${n}`,
  title: `Notice ${n}`,
  message: 'It is published.',
  type: 'success',
  timestamp: '2026-11-21T12:00:00Z',
  read: false,
  actionable: false,
  link: null,
});
const fetched = stubbedFetch();

describe('the notifications', () => {
  it('tell of a refused change although another one followed it at once', async () => {
    fetched.mockImplementation((url, init) =>
      Promise.resolve(
        init?.method !== 'DELETE'
          ? Response.json([notification(1), notification(2)])
          : String(url).endsWith('1')
            ? Response.json({ error: 'unavailable', message: 'Not now.', requestId: 'r' }, { status: 503 })
            : new Response(null, { status: 204 }),
      ),
    );
    render(
      <QueryClientProvider client={createQueryClient()}>
        <NotificationsPanel trigger={<button type="button">Notifications</button>} />
      </QueryClientProvider>,
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Delete: Notice 1' }));
    fireEvent.click(screen.getByRole('button', { name: 'Delete: Notice 2' }));
    await waitFor(() => expect(currentToasts()[0]).toMatchObject({ title: 'Error', description: 'Not now.' }));
  });

  it('are unread at first, and marked as read or deleted one by one, or read all at once', async () => {
    const changes: string[] = [];
    fetched.mockImplementation((url, init) => {
      if (init?.method && init.method !== 'GET') {
        changes.push(`${init.method} ${String(url)} ${String(init.body ?? '')}`.trim());
        return Promise.resolve(
          init.method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json({ success: true }),
        );
      }
      const types = ['success', 'info', 'warning', 'error'];
      return Promise.resolve(Response.json(types.map((type, index) => ({ ...notification(index + 1), type }))));
    });
    render(
      <QueryClientProvider client={createQueryClient()}>
        <NotificationsPanel trigger={<button type="button">Notifications</button>} />
      </QueryClientProvider>,
    );
    const rows = await screen.findAllByRole('listitem');
    expect(rows.map((row) => /^Unread\. (\w+): Notice \d/.exec(row.textContent)?.[1])).toEqual([
      ...['Success', 'Information', 'Warning', 'Problem'],
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Mark as read: Notice 1' }));
    fireEvent.click(screen.getByRole('button', { name: 'Delete: Notice 2' }));
    fireEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(changes).toHaveLength(3));
    expect(changes).toEqual([
      expect.stringMatching(/^PUT .*1 \{"read":true\}$/),
      expect.stringMatching(/^DELETE .*2$/),
      expect.stringMatching(/^PO?[SU]T .*read/),
    ]);
  });

  it('name the post that they are about', async () => {
    const id = '00000000-0000-4000-8000-0000000000aa';
    const about = { ...notification(1), message: 'It is on Instagram.', link: `/schedule?post=${id}` };
    fetched.mockImplementation((url) =>
      Promise.resolve(
        Response.json(
          String(url).includes('/api/posts') ? [{ ...aPost(id, null), caption: 'Rye from this morning' }] : [about],
        ),
      ),
    );
    render(
      <QueryClientProvider client={createQueryClient()}>
        <NotificationsPanel trigger={<button type="button">Notifications</button>} />
      </QueryClientProvider>,
    );
    expect(await screen.findByText('Rye from this morning')).toBeTruthy();
    expect(fetched.mock.calls.filter(([url]) => String(url).includes(`/api/posts?ids=${id}`))).toHaveLength(1);
  });
});
