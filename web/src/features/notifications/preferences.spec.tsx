import type { NotificationPreferences } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { createQueryClient, reportSessionLost } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { currentToasts } from '#ui/toast-store.ts';
import NotificationPreferencesCard from './components/notification-preferences-card.tsx';

const all = { page: true, mail: true, weekly: true };
const stored: NotificationPreferences = {
  kinds: {
    posts_failed: all,
    posts_at_risk: all,
    posts_published: { page: true, mail: false, weekly: true },
    recurring: { page: true, mail: false, weekly: true },
    connections: all,
    plan: { page: true, mail: true, weekly: false },
  },
  quietHours: { on: false, from: '21:00', to: '07:00', failuresPass: true },
};
const fetched = stubbedFetch();
let read: () => Response;
let saved: (body: string) => Response | Promise<Response>;

beforeEach(() => {
  read = () => Response.json(stored);
  saved = (body) => {
    const { kinds, ...rest } = JSON.parse(body) as Partial<NotificationPreferences>;
    return Response.json({ ...stored, ...rest, kinds: { ...stored.kinds, ...kinds } });
  };
  fetched.mockImplementation((_url, init) =>
    Promise.resolve(init?.method === 'PUT' ? saved(String(init.body)) : read()),
  );
});

function show(unconfirmed: ComponentProps<typeof NotificationPreferencesCard>['unconfirmed'] = null) {
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <NotificationPreferencesCard unconfirmed={unconfirmed} />
    </QueryClientProvider>,
  );
}
const toggle = (name: string) => screen.findByRole('switch', { name });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save Notifications' }));
const sent = () =>
  fetched.mock.calls
    .filter(([, init]) => init?.method === 'PUT')
    .map(([, init]) => JSON.parse(String(init?.body)) as unknown);

describe('the notification settings', () => {
  it('show a switch for each kind and place, and save what was chosen', async () => {
    show();
    expect(await toggle('Published posts by email')).not.toBeChecked();
    expect(await toggle('Failed posts by email')).toBeChecked();
    const rows = screen.getAllByRole('row').slice(1);
    expect(rows.map((row) => within(row).getAllByRole('switch').length)).toEqual([3, 3, 3, 3, 3, 3]);
    fireEvent.click(await toggle('Published posts by email'));
    fireEvent.click(await toggle('Plan and limits in Postloom'));
    expect(screen.getByText('Not saved yet')).toBeInTheDocument();
    save();
    await waitFor(() => expect(currentToasts()[0]?.title).toBe('Settings Updated'));
    expect(sent()).toEqual([{ kinds: { posts_published: all, plan: { page: false, mail: true, weekly: false } } }]);
    await waitFor(() => expect(screen.queryByText('Not saved yet')).toBeNull());
  });

  it('ask for the times of the quiet hours once they are on, and refuse two that are the same', async () => {
    show();
    expect(await toggle('Quiet hours')).not.toBeChecked();
    expect(screen.queryByLabelText(/^From/)).toBeNull();
    fireEvent.click(await toggle('Quiet hours'));
    const to = screen.getByLabelText(/^To/);
    fireEvent.change(to, { target: { value: '9 pm' } });
    fireEvent.blur(to);
    save();
    expect(await screen.findByText('Please choose two different times.')).toBeInTheDocument();
    expect(sent()).toEqual([]);
    fireEvent.change(to, { target: { value: '6:30 am' } });
    fireEvent.blur(to);
    fireEvent.click(await toggle('Failed posts come through'));
    save();
    await waitFor(() =>
      expect(sent()).toEqual([
        { kinds: {}, quietHours: { on: true, from: '21:00', to: '06:30', failuresPass: false } },
      ]),
    );
  });

  it('say that no mail comes while the address is not confirmed, with the way to another link', async () => {
    show({ email: 'anna@juniper-rye.example', again: <button type="button">Send a new link</button> });
    expect(
      await screen.findByText('None of these emails come until you confirm anna@juniper-rye.example.'),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: 'Send a new link' })).toBeVisible();
  });

  it('keep what was chosen when it could not be saved', async () => {
    saved = () => Response.json({ error: 'unavailable', message: 'Restarting.' }, { status: 503 });
    show();
    fireEvent.click(await toggle('Recurring posts by email'));
    save();
    expect(await screen.findByText('Restarting.')).toBeInTheDocument();
    expect(await toggle('Recurring posts by email')).toBeChecked();
    expect(screen.getByText('Not saved yet')).toBeInTheDocument();
  });

  it('have again what a lost session interrupted', async () => {
    const { unmount } = show();
    fireEvent.click(await toggle('Recurring posts by email'));
    act(() => reportSessionLost());
    unmount();
    show();
    await waitFor(async () => expect(await toggle('Recurring posts by email')).toBeChecked());
    expect(screen.getByText('Not saved yet')).toBeInTheDocument();
  });

  it('have of an interrupted visit what was switched alone, and change nothing else that was chosen since', async () => {
    const { unmount } = show();
    fireEvent.click(await toggle('Recurring posts by email'));
    unmount();
    const newer = { ...stored.kinds, plan: { page: false, mail: false, weekly: false } };
    read = () => Response.json({ ...stored, kinds: newer });
    show();
    expect(await toggle('Plan and limits by email')).not.toBeChecked();
    expect(await toggle('Recurring posts by email')).toBeChecked();
    save();
    await waitFor(() => expect(sent()).toEqual([{ kinds: { recurring: all } }]));
  });

  it('can be given up, with what was wrong with them, and are what is saved again', async () => {
    saved = () => Response.json({ error: 'unavailable', message: 'Restarting.' }, { status: 503 });
    const { unmount } = show();
    fireEvent.click(await toggle('Recurring posts by email'));
    save();
    expect(await screen.findByText('Restarting.')).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect(await toggle('Recurring posts by email')).not.toBeChecked();
    expect(screen.queryByText('Restarting.')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Discard changes' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Save Notifications' })).toHaveFocus();
    unmount();
    show();
    expect(await toggle('Recurring posts by email')).not.toBeChecked();
  });

  it('that are switched back while they are saved are not saved yet', async () => {
    const answer = Promise.withResolvers<Response>();
    saved = () => answer.promise;
    show();
    fireEvent.click(await toggle('Recurring posts by email'));
    save();
    await waitFor(() => expect(sent()).toHaveLength(1));
    fireEvent.click(await toggle('Recurring posts by email'));
    read = () => Response.json({ ...stored, kinds: { ...stored.kinds, recurring: all } });
    answer.resolve(read());
    await waitFor(() => expect(currentToasts()[0]?.title).toBe('Settings Updated'));
    expect(await screen.findByText('Not saved yet')).toBeInTheDocument();
    expect(await toggle('Recurring posts by email')).not.toBeChecked();
  });

  it('say that they could not be read, and read them again', async () => {
    read = () => Response.json({ error: 'unavailable', message: 'Restarting.' }, { status: 503 });
    show();
    const retry = await screen.findByRole('button', { name: 'Retry' });
    read = () => Response.json(stored);
    fireEvent.click(retry);
    expect(await toggle('Failed posts by email')).toBeChecked();
  });
});
