import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import UnsubscribePage from './components/unsubscribe-page.tsx';

const token = 'Abc-_12345678901234567890';
const link = { channel: 'mail', kinds: ['posts_failed', 'connections'], stopped: false };
const fetched = stubbedFetch();
let posted: () => Response;
let looked: () => Response;

beforeEach(() => {
  looked = () => Response.json(link);
  posted = () => Response.json({ ...link, stopped: true });
  fetched.mockImplementation((_url, init) => Promise.resolve(init?.method === 'POST' ? posted() : looked()));
});

function show(search = `?token=${token}`) {
  const { hook, searchHook } = memoryLocation({ path: `/unsubscribe${search}` });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Router hook={hook} searchHook={searchHook}>
        <UnsubscribePage />
      </Router>
    </QueryClientProvider>,
  );
}
const methods = () => fetched.mock.calls.map(([, init]) => init?.method ?? 'GET');

describe('the page that stops emails', () => {
  it('says what would stop, and stops it with the button alone', async () => {
    show();
    expect(await screen.findByRole('heading', { name: 'Stop these emails?' })).toBeInTheDocument();
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      expect.stringContaining('Failed posts'),
      expect.stringContaining('Connected accounts'),
    ]);
    expect(methods()).toEqual(['GET']);
    fireEvent.click(screen.getByRole('button', { name: 'Stop these emails' }));
    expect(await screen.findByRole('heading', { name: 'These emails have stopped' })).toBeInTheDocument();
    expect(methods()).toEqual(['GET', 'POST']);
    expect(screen.getByRole('link', { name: 'Notification settings' })).toHaveAttribute(
      'href',
      '/settings#notifications',
    );
  });

  it('speaks of the weekly summary when the link is one of it', async () => {
    looked = () => Response.json({ ...link, channel: 'weekly' });
    show();
    expect(await screen.findByRole('button', { name: 'Stop the weekly summary' })).toBeInTheDocument();
    expect(screen.queryByRole('list')).toBeNull();
  });

  it('speaks of the one report when the link is one of it', async () => {
    looked = () => Response.json({ ...link, channel: 'report', kinds: [] });
    show();
    expect(await screen.findByRole('heading', { name: 'Stop this report?' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Stop this report' })).toBeInTheDocument();
    expect(screen.queryByRole('list')).toBeNull();
  });

  it('says so when they have stopped before', async () => {
    looked = () => Response.json({ ...link, stopped: true });
    show();
    expect(await screen.findByRole('heading', { name: 'These emails have stopped' })).toBeInTheDocument();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it.each([
    [
      'an unknown link',
      () => Response.json({ error: 'invalid_token', message: 'This link is not valid.' }, { status: 404 }),
    ],
    [
      'a cut link',
      () => Response.json({ error: 'validation_failed', message: 'This link is not valid.' }, { status: 400 }),
    ],
  ])('leads on from %s', async (_, answer) => {
    looked = answer;
    show();
    expect(await screen.findByRole('heading', { name: 'This link is not valid' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Notification settings' })).toBeInTheDocument();
  });

  it('leads on without any token, and asks nobody', async () => {
    show('');
    expect(await screen.findByRole('heading', { name: 'This link is not valid' })).toBeInTheDocument();
    expect(fetched).not.toHaveBeenCalled();
  });

  it('says why they could not be stopped, and can be tried again', async () => {
    posted = () => Response.json({ error: 'unavailable', message: 'Restarting.' }, { status: 503 });
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Stop these emails' }));
    expect(await screen.findByText('Restarting.')).toBeInTheDocument();
    posted = () => Response.json({ ...link, stopped: true });
    fireEvent.click(screen.getByRole('button', { name: 'Stop these emails' }));
    expect(await screen.findByRole('heading', { name: 'These emails have stopped' })).toBeInTheDocument();
  });
});
