import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { PageContextProvider } from '#data/page-context.tsx';
import { clearToasts, currentToasts } from '#ui/toast-store.ts';
import { RescheduleDialog } from './components/reschedule-dialog.tsx';
import { ada } from '#data/testing/people.ts';
import { aPost, aTarget } from '#data/testing/posts.ts';
import { temporalReady } from '#lib/zoned-time.ts';
import { postTexts } from './texts.ts';

const post = (scheduledFor: string) => aPost('00000000-0000-4000-8000-000000000001', scheduledFor, aTarget('pending'));
const fetched = stubbedFetch();

beforeAll(() => import('./components/connect-first.tsx'), 60_000);

/** What the server says to one change after the other. */
let answers: (() => Response)[] = [];
let isConnected: boolean;
/** What the server says to a question about the post. */
let asked: () => Response;
const onConnect = vi.fn();
beforeEach(() => {
  clearToasts();
  isConnected = false;
  asked = () => Response.error();
  onConnect.mockReset();
  fetched.mockImplementation((url, init) => {
    if (init?.method === 'PUT') {
      return Promise.resolve(answers.shift()?.() ?? Response.error());
    }
    if (String(url).includes('/api/posts/')) {
      return Promise.resolve(asked());
    }
    if (String(url).endsWith('/api/social/status')) {
      const others = { facebook: true, twitter: false, linkedin: false, tiktok: false };
      return Promise.resolve(Response.json({ ...others, instagram: isConnected }));
    }
    return Promise.resolve(
      String(url).includes('/api/calendar')
        ? Response.json({ timeZone: 'America/New_York', posts: [] })
        : Response.json([]),
    );
  });
});
const changes = () =>
  fetched.mock.calls
    .filter(([, init]) => init?.method === 'PUT')
    .map(([, init]) => JSON.parse(String(init?.body)) as Record<string, unknown>);
const type = (label: string, text: string) => {
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
  fireEvent.blur(screen.getByLabelText(label));
};

/** The dialog of a post that was due then, with 15 December 2099 typed into it. */
async function open(scheduledFor: string, client: QueryClient = createQueryClient()) {
  let close: () => void = () => undefined;
  await act(async () => {
    const { unmount } = render(
      <QueryClientProvider client={client}>
        <PageContextProvider value={{ user: ada, business: null, businesses: [] }}>
          <Suspense>
            <RescheduleDialog
              post={post(scheduledFor)}
              timeZone="America/New_York"
              connecting={null}
              onConnect={onConnect}
              onClose={() => close()}
            />
          </Suspense>
        </PageContextProvider>
      </QueryClientProvider>,
    );
    close = unmount;
    await temporalReady();
  });
  type('Date', '2099-12-15');
  type('Time', '10:00');
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

/** Moves a post to 15 December 2099 and closes the dialog, as the page does. */
async function move(scheduledFor: string) {
  answers = [() => Response.json({ ...post('2099-12-15T15:00:00Z'), version: 2 })];
  await open(scheduledFor);
  press('Reschedule');
  await waitFor(() => expect(currentToasts()[0]?.title).toBe('Post rescheduled'));
}

describe('another date for a post', () => {
  it('can be taken back, and it is said when that did not work', async () => {
    await move('2099-11-20T15:00:00Z');
    answers.push(() =>
      Response.json({ error: 'version_conflict', message: 'Changed.', requestId: 'r' }, { status: 409 }),
    );
    act(() => currentToasts()[0]?.action?.onSelect());
    await waitFor(() => expect(currentToasts()[0]?.title).toBe('Error'));
    expect(currentToasts()[0]?.description).toContain('Someone changed this in the meantime.');
    expect(changes()[1]).toEqual({ scheduledFor: '2099-11-20T15:00:00Z', status: 'scheduled', version: 2 });
  });

  it('offers no way back to a time that has passed', async () => {
    await move('2020-11-20T15:00:00Z');
    expect(currentToasts()[0]?.action).toBeUndefined();
  });

  it('of a post that was changed elsewhere keeps what was typed, and the next press moves that post', async () => {
    const latest = { ...post('2099-11-22T15:00:00Z'), version: 5, history: [] };
    asked = () => Response.json(latest);
    const conflict = { error: 'version_conflict', message: 'Changed.', requestId: 'r' };
    answers = [() => Response.json(conflict, { status: 409 })];
    await open('2099-11-20T15:00:00Z');
    press('Reschedule');
    expect(await screen.findByRole('alert')).toHaveTextContent(postTexts.changedElsewhere('Reschedule'));
    expect(screen.getByLabelText('Time')).toHaveValue('10:00 AM');
    answers = [() => Response.json({ ...post('2099-12-15T15:00:00Z'), version: 6 })];
    press('Reschedule');
    await waitFor(() => expect(currentToasts()[0]?.title).toBe('Post rescheduled'));
    expect(changes()[1]).toEqual({ scheduledFor: '2099-12-15T15:00:00Z', status: 'scheduled', version: 5 });
    answers = [() => Response.json({ ...latest, version: 7 })];
    act(() => currentToasts()[0]?.action?.onSelect());
    // Back to the time that the other person gave it.
    await waitFor(() => expect(changes()[2]).toMatchObject({ scheduledFor: '2099-11-22T15:00:00Z', version: 6 }));
  });

  it('of a post that is gone says so', async () => {
    const answer = (error: string, status: number) => () =>
      Response.json({ error, message: `The server says ${error}.`, requestId: 'r' }, { status });
    answers = [answer('version_conflict', 409)];
    asked = answer('not_found', 404);
    await open('2099-11-20T15:00:00Z');
    press('Reschedule');
    expect(await screen.findByRole('alert')).toHaveTextContent('The server says not_found.');
  });

  it('leads to the account that is not there any more, and keeps what was typed', async () => {
    const message = 'Please connect your Instagram account(s) first.';
    const refused = { error: 'validation_failed', message, details: [{ path: 'platforms', message }], requestId: 'r' };
    answers = [() => Response.json(refused, { status: 400 })];
    const client = createQueryClient();
    await open('2020-11-20T15:00:00Z', client);
    press('Reschedule');
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    fireEvent.click(await screen.findByRole('button', { name: 'Connect Instagram' }));
    expect(onConnect).toHaveBeenCalledWith('instagram');
    isConnected = true;
    await act(() => client.invalidateQueries());
    expect(await screen.findByText('Connected. You can schedule the post now.')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByLabelText('Time')).toHaveValue('10:00 AM');
    answers = [() => Response.json({ ...post('2099-12-15T15:00:00Z'), version: 2 })];
    press('Reschedule');
    await waitFor(() => expect(currentToasts()[0]?.title).toBe('Post rescheduled'));
    expect(changes().at(-1)).toMatchObject({ scheduledFor: '2099-12-15T15:00:00Z', status: 'scheduled' });
  });
});
