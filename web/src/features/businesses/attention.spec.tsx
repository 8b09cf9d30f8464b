import type { Business, BusinessAttention } from '@postloom/contracts';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#lib/api/index.ts';
import { hintRefresh } from '#lib/api/live-hints.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { PageContextProvider } from '#data/page-context.tsx';
import { aBakery as rye } from '#data/testing/businesses.ts';
import { ada } from '#data/testing/people.ts';
import { BusinessSettings } from './components/business-settings.tsx';
import { BusinessSwitcher } from './components/business-switcher.tsx';

const yoga: Business = { ...rye, id: '0192f3c0-0000-7000-8000-00000000000d', name: 'Harbor Yoga' };
const oak: Business = { ...rye, id: '0192f3c0-0000-7000-8000-00000000000e', name: 'Oak Gym' };
const all = [rye, yoga, oak];
const fetched = stubbedFetch();
let client: QueryClient;
/** What the server says of each business, in the order of `all`. */
let things: readonly number[];
let isAway: boolean;

const asked = () => fetched.mock.calls.filter(([url]) => String(url).includes('/api/businesses/attention'));
const attention = (): BusinessAttention[] =>
  all.map(({ id }, index) => ({ businessId: id, things: things[index] ?? 0 })).filter((one) => one.things > 0);

function show(businesses: readonly Business[] = all, children = <Switcher businesses={businesses} />) {
  render(
    <QueryClientProvider client={client}>
      <PageContextProvider value={{ user: ada, business: rye, businesses }}>{children}</PageContextProvider>
    </QueryClientProvider>,
  );
}
function Switcher({ businesses }: { businesses: readonly Business[] }) {
  return <BusinessSwitcher business={rye} businesses={businesses} onCreate={vi.fn()} />;
}
const marked = { name: 'Business: Rye & Co. Switch business. Another business needs attention' };
const unmarked = { name: 'Business: Rye & Co. Switch business' };
/** The shape is there for the eyes, the name for everybody else. */
const shapes = (element: HTMLElement) => element.querySelectorAll('svg.text-weld').length;

beforeEach(() => {
  client = createQueryClient();
  [things, isAway] = [[0, 0, 0], false];
  fetched.mockImplementation((url) =>
    Promise.resolve(
      isAway ? new Response('', { status: 503 }) : Response.json(String(url).includes('/attention') ? attention() : []),
    ),
  );
});

describe('the switcher', () => {
  it('is marked while another business needs a person, and its menu says which, and how much', async () => {
    things = [1, 2, 0];
    show();
    const button = await screen.findByRole('button', marked);
    expect(shapes(button)).toBe(1);
    expect(shapes(within(button).getByTitle('Another business needs attention'))).toBe(1);
    await userEvent.click(button);
    const menu = await screen.findByRole('menu');
    const item = (name: RegExp) => within(menu).getByRole('menuitem', { name });
    expect(shapes(item(/^Harbor Yoga, 2 things need attention/))).toBe(1);
    expect(shapes(item(/^Rye & Co, 1 thing needs attention/))).toBe(1);
    expect(item(/^Oak Gym/)).not.toHaveAccessibleName(/attention/);
    expect(shapes(item(/^Oak Gym/))).toBe(0);
    expect(asked()).toHaveLength(1);
  });

  it('lists businesses by their names, whichever was made first', async () => {
    const clients = ['Client 10', 'client 9', 'Ábel & Co'].map((name, n) => ({
      ...yoga,
      id: `${yoga.id.slice(0, -1)}${n}`,
      name,
    }));
    show([...clients, rye]);
    await userEvent.click(await screen.findByRole('button', unmarked));
    const items = within(await screen.findByRole('menu')).getAllByRole('menuitem');
    expect(items.slice(0, 4).map(({ textContent }) => /^(Ábel|client 9|Client 10|Rye)/.exec(textContent)?.[0])).toEqual(
      [...['Ábel', 'client 9', 'Client 10', 'Rye']],
    );
  });

  it('is not marked for the business that the page shows: that says it itself', async () => {
    things = [3, 0, 0];
    show();
    await waitFor(() => expect(client.isFetching()).toBe(0));
    expect(asked()).toHaveLength(1);
    expect(shapes(screen.getByRole('button', unmarked))).toBe(0);
  });

  it('has no mark, and says nothing, when it can’t be read', async () => {
    [things, isAway] = [[0, 2, 0], true];
    show();
    await waitFor(() => expect(asked()).toHaveLength(1));
    await waitFor(() => expect(client.isFetching()).toBe(0));
    expect(shapes(screen.getByRole('button', unmarked))).toBe(0);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('asks nothing of who has one business', async () => {
    show([rye]);
    await waitFor(() => expect(client.isFetching()).toBe(0));
    expect(screen.getByRole('button', unmarked)).toBeVisible();
    expect(asked()).toHaveLength(0);
  });

  it('follows an account that is lost or back, and whoever comes back to the page', async () => {
    show();
    await screen.findByRole('button', unmarked);
    await waitFor(() => expect(client.isFetching()).toBe(0));
    const refresh = hintRefresh(client, rye.id);
    things = [0, 1, 0];
    act(() => refresh.take({ type: 'account', id: '1' }));
    await screen.findByRole('button', marked);
    things = [0, 0, 0];
    act(() => refresh.missed());
    await screen.findByRole('button', unmarked);
    refresh.stop();
  });
});

describe('the list of businesses', () => {
  it('says of each what needs a person, in words', async () => {
    things = [0, 1, 2];
    show(all, <BusinessSettings onCreate={vi.fn()} />);
    const row = async (text: string) => (await screen.findByText(text)).closest('li');
    expect(await row('1 thing needs attention')).toHaveTextContent('Harbor Yoga');
    expect(await row('2 things need attention')).toHaveTextContent('Oak Gym');
    expect(screen.getAllByText(/attention$/)).toHaveLength(2);
  });

  it('has them by their names', async () => {
    show([rye, oak, yoga], <BusinessSettings onCreate={vi.fn()} />);
    const rows = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
    expect(rows.filter((text) => /Rye|Oak|Harbor/.test(text)).map((text) => text.slice(0, 3))).toEqual([
      'Har',
      'Oak',
      'Rye',
    ]);
  });
});
