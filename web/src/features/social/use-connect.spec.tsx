import type { Business, Platform } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { businessesQuery } from '#data/businesses.ts';
import { aPost, aTarget } from '#data/testing/posts.ts';
import { createQueryClient, routeKey, routes, setPageBusinessId } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { currentToasts } from '#ui/toast-store.ts';
import { useConnect } from './use-connect.ts';

const rye = { id: '00000000-0000-4000-8000-00000000000a', name: 'Rye', timeZone: 'America/New_York' } as Business;
const flax = { id: '00000000-0000-4000-8000-00000000000b', name: 'Flax Studio' } as Business;
const account = {
  id: '00000000-0000-4000-8000-0000000000c1',
  platform: 'instagram',
  accountName: 'rye.bakery',
  accountId: '17',
  avatarUrl: null,
  expiresAt: null,
  status: 'active',
  connectedAt: '2026-11-22T10:00:00Z',
};
const fetched = stubbedFetch();
/** Whom the account is connected to as well. */
let shared: () => Response;
const popups: { url: string; name: string; closed: boolean; focus(): void; close(): void }[] = [];

/** The business that a call names. */
const businessOf = (init: RequestInit | undefined) => new Headers(init?.headers).get('X-Business-Id');

function ConnectPage({ business }: { business: Business }) {
  const { connect, connecting, connected } = useConnect(business, () => undefined);
  return (
    <>
      <button type="button" onClick={() => connect('instagram')}>
        Connect
      </button>
      <output>{`connecting ${connecting ?? 'nothing'}, connected ${connected ?? 'nothing'}`}</output>
    </>
  );
}

function open(businesses: Business[] = [rye]) {
  const client = createQueryClient();
  client.setQueryData(businessesQuery.queryKey, businesses);
  for (const { id } of [rye, flax]) {
    client.setQueryData(routeKey(routes.socialAccounts, { businessId: id }), []);
  }
  const page = (business: Business) => (
    <QueryClientProvider client={client}>
      <ConnectPage business={business} />
    </QueryClientProvider>
  );
  const { rerender } = render(page(rye));
  return {
    client,
    /** The page turns to another business. */
    turnTo: (business: Business) => {
      act(() => setPageBusinessId(business.id));
      rerender(page(business));
    },
  };
}

/** Starts to connect, in the nth window of the test. */
async function connectIn(nth: number) {
  fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
  await waitFor(() => expect(popups).toHaveLength(nth));
}

/** What a window says when the person has agreed; one that names itself is heard for its own business. */
function sayConnected(window?: string) {
  const data = { source: 'postloom-social', window, platform: 'instagram', outcome: 'connected' };
  act(() => {
    dispatchEvent(new MessageEvent('message', { origin: location.origin, data }));
  });
}

// Fetched beforehand, as on a page that has been open for a moment: a window must open within the click.
beforeAll(() => import('./connect-flow.ts'));
beforeEach(() => {
  popups.length = 0;
  setPageBusinessId(rye.id);
  vi.stubGlobal('open', (url: string, name: string) => {
    const popup = { url, name, closed: false, focus: () => undefined, close: () => undefined };
    popups.push(popup);
    return popup;
  });
  // The account is Rye's alone.
  shared = () => Response.json([]);
  fetched.mockImplementation((url, init) =>
    Promise.resolve(
      String(url).endsWith('/shared') ? shared() : Response.json(businessOf(init) === rye.id ? [account] : []),
    ),
  );
});
afterEach(() => {
  history.replaceState(null, '', '/');
  vi.useRealTimers();
});

describe('an account that is connected to another business already', () => {
  it('is said so with the success, and the success alone when that can’t be read', async () => {
    open();
    shared = () => Response.json([{ accountId: account.id, businesses: [{ id: flax.id, name: flax.name }] }]);
    await connectIn(1);
    sayConnected();
    const ready = 'rye.bakery on Instagram is ready for your posts.';
    await waitFor(() =>
      expect(currentToasts()[0]).toMatchObject({
        title: 'Instagram Connected',
        description: `${ready} This Instagram account is also connected to Flax Studio.`,
      }),
    );
    shared = () => new Response('', { status: 503 });
    await connectIn(2);
    sayConnected();
    await waitFor(() => expect(currentToasts()[0]?.description).toBe(ready));
  });
});

describe('an account that is reconnected', () => {
  const failed = (platform: Platform, due: string) =>
    aPost(crypto.randomUUID(), due, { ...aTarget('failed'), platform });
  const reconnect = async (posts: Response) => {
    const { client } = open();
    client.setQueryData(routeKey(routes.socialAccounts, { businessId: rye.id }), [
      { ...account, status: 'reconnect_required', connectedAt: '2026-10-01T10:00:00Z' },
    ]);
    fetched.mockImplementation((url) =>
      Promise.resolve(
        String(url).endsWith('/shared') ? shared() : String(url).includes('/posts') ? posts : Response.json([account]),
      ),
    );
    await connectIn(1);
    sayConnected();
  };

  it('leads to the posts that did not go out there', async () => {
    // The list has what was made last first. In November by the clock of Greenwich, in October by that of the business.
    await reconnect(
      Response.json([
        failed('instagram', '2026-09-20T12:00:00Z'),
        failed('twitter', '2026-11-14T12:00:00Z'),
        failed('instagram', '2026-11-01T02:00:00Z'),
      ]),
    );
    await waitFor(() =>
      expect(currentToasts()[0]?.description).toBe(
        'rye.bakery on Instagram is ready for your posts. 2 posts did not go out there lately.',
      ),
    );
    expect(currentToasts()[0]?.action?.label).toBe('See them');
    currentToasts()[0]?.action?.onSelect();
    expect(location.pathname + location.search).toBe('/schedule?view=list&month=2026-10&platform=instagram&check=1');
  });

  it('is said to be ready alone when that can’t be read', async () => {
    await reconnect(new Response('', { status: 503 }));
    await waitFor(() =>
      expect(currentToasts()[0]?.description).toBe('rye.bakery on Instagram is ready for your posts.'),
    );
    expect(currentToasts()[0]?.action).toBeUndefined();
  });
});

describe('a connection that fails', () => {
  const sayDenied = (reason?: string) => {
    const data = { source: 'postloom-social', platform: 'instagram', outcome: 'failed', reason };
    act(() => {
      dispatchEvent(new MessageEvent('message', { origin: location.origin, data }));
    });
  };
  const failsWith = (description: string) =>
    waitFor(() => expect(currentToasts()[0]).toMatchObject({ title: 'Connection Failed', description }));

  it('says why where the platform does, else in the specification’s words', async () => {
    fetched.mockImplementation(() => Promise.resolve(Response.json([])));
    open();
    await connectIn(1);
    sayDenied('Instagram said no.');
    await failsWith('Instagram said no.');
    await connectIn(2);
    sayDenied();
    await failsWith('Failed to connect account. Please try again.');
  });

  it('says so when it could not even be found out', async () => {
    fetched.mockImplementation(() => Promise.resolve(new Response('', { status: 500 })));
    open();
    await connectIn(1);
    sayConnected();
    await failsWith('Failed to start Instagram connection. Please try again.');
  });
});

it('a connection names its business to who has several', async () => {
  open([rye, flax]);
  await connectIn(1);
  sayConnected();
  await waitFor(() =>
    expect(currentToasts()[0]?.description).toBe('rye.bakery on Instagram is ready for posts from Rye.'),
  );
});

describe('a business switch in the middle of a connection', () => {
  it('lets the window end for its own business and says for which', async () => {
    const { turnTo } = open();
    await connectIn(1);
    expect(popups[0]?.url).toContain(`businessId=${rye.id}`);
    expect(screen.getByRole('status')).toHaveTextContent('connecting instagram');
    turnTo(flax);
    expect(screen.getByRole('status')).toHaveTextContent('connecting nothing');
    sayConnected();
    await waitFor(() => expect(currentToasts()[0]?.title).toBe('Instagram Connected'));
    expect(currentToasts()[0]?.description).toBe('rye.bakery on Instagram is ready for posts from Rye.');
    // Its accounts, and whom they are connected to as well.
    expect(fetched.mock.calls.map(([, init]) => businessOf(init))).toEqual([rye.id, rye.id]);
    expect(screen.getByRole('status')).toHaveTextContent('connected nothing');
  });

  it('is not ended by the window of the other business', async () => {
    const { turnTo } = open();
    await connectIn(1);
    turnTo(flax);
    await connectIn(2);
    sayConnected(popups[0]?.name);
    await waitFor(() => expect(currentToasts()[0]?.title).toBe('Instagram Connected'));
    expect(currentToasts()).toHaveLength(1);
    expect(screen.getByRole('status')).toHaveTextContent('connecting instagram');
  });

  it('opens a window of its own for the other business', async () => {
    const { turnTo } = open();
    await connectIn(1);
    turnTo(flax);
    await connectIn(2);
    expect(new Set(popups.map(({ name }) => name)).size).toBe(2);
    expect(popups[1]?.url).toContain(`businessId=${flax.id}`);
  });
});
