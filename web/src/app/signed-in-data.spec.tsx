import type { SocialAccount } from '@postloom/contracts';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createQueryClient, pageBusiness, setPageBusinessId } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { socialAccountsQuery } from '#data/social.ts';
import { ada } from '#data/testing/people.ts';
import { currentUserQuery } from '#features/account/api/current-user.ts';
import { App } from './app.tsx';
import { businessOfPage } from './page-business.ts';
import { takeSignedInData } from './signed-in-data.ts';

const businesses = [
  { id: '00000000-0000-4000-8000-00000000000a', name: 'Rye & Co.', industryType: 'food' },
  { id: '00000000-0000-4000-8000-00000000000b', name: 'Flax Studio', industryType: 'other' },
];
const everything = { user: ada, businesses, activeBusiness: { businessId: businesses[1]?.id } };
const expired: SocialAccount = {
  id: '00000000-0000-4000-8000-00000000000c',
  platform: 'instagram',
  accountName: 'Rye',
  accountId: '1',
  avatarUrl: null,
  status: 'reconnect_required',
  connectedAt: '2026-11-01T00:00:00Z',
  expiresAt: null,
};
const fetched = stubbedFetch();

/** A page as the web origin sends it. */
function pageWith(text: string): void {
  const element = document.createElement('script');
  element.type = 'application/json';
  element.id = 'signed-in';
  element.textContent = text;
  document.head.append(element);
}

beforeEach(() => {
  fetched.mockImplementation(() => new Promise(() => undefined));
  setPageBusinessId(null);
  history.replaceState(null, '', '/');
});
afterEach(() => setPageBusinessId(null));

describe('what the page already says', () => {
  it('shows the product without asking for it and without a word about loading', async () => {
    pageWith(JSON.stringify(everything));
    const client = createQueryClient();
    takeSignedInData(client);
    const seen = new Set<string>();
    const note = () => seen.add(document.body.textContent);
    const watch = new MutationObserver(note);
    watch.observe(document.body, { childList: true, subtree: true, characterData: true });
    render(<App client={client} />);
    note();
    expect(await screen.findByRole('button', { name: /Flax Studio/ })).toBeInTheDocument();
    expect(await screen.findByRole('heading', { level: 1 })).toBeInTheDocument();
    watch.disconnect();
    expect([...seen].filter((text) => text.includes('Loading...'))).toEqual([]);
    const asked = fetched.mock.calls.map(([url]) => String(url));
    expect(asked.filter((url) => /auth\/user|businesses|active-business/.test(url))).toEqual([]);
    expect(pageBusiness()).toBe(businesses[1]?.id);
  });

  it('has the warnings about accounts in the first paint of the page, so that they push nothing down', async () => {
    history.replaceState(null, '', '/automation');
    pageWith(JSON.stringify({ ...everything, accounts: { data: [expired] }, replacements: [] }));
    const client = createQueryClient();
    takeSignedInData(client);
    render(<App client={client} />);
    const heading = await screen.findByRole('heading', { level: 1, name: 'Automation' });
    expect(heading).toBeVisible();
    expect(screen.getByRole('list', { name: 'Accounts that need you' })).toBeVisible();
    const asked = fetched.mock.calls.map(([url]) => String(url));
    expect(asked.filter((url) => url.includes('/api/social-accounts'))).toEqual([]);
  });

  it('says nothing of the accounts of another business than the one shown', () => {
    setPageBusinessId(businesses[0]?.id ?? null);
    pageWith(JSON.stringify({ ...everything, accounts: [expired] }));
    const client = createQueryClient();
    takeSignedInData(client);
    expect(client.getQueryData(socialAccountsQuery(businesses[0]?.id ?? null).queryKey)).toBeUndefined();
    expect(client.getQueryData(socialAccountsQuery(businesses[1]?.id ?? null).queryKey)).toBeUndefined();
  });

  it('is taken once: a page that is old says nothing', () => {
    pageWith(JSON.stringify(everything));
    takeSignedInData(createQueryClient());
    const later = createQueryClient();
    takeSignedInData(later);
    expect(later.getQueryData(currentUserQuery.queryKey)).toBeUndefined();
  });

  it('is taken in the parts that there are; what is cut off counts as none', async () => {
    pageWith('{"user":');
    const client = createQueryClient();
    takeSignedInData(client);
    expect(client.getQueryData(currentUserQuery.queryKey)).toBeUndefined();
    pageWith(JSON.stringify({ user: ada }));
    takeSignedInData(client);
    expect(client.getQueryData(currentUserQuery.queryKey)).toEqual(ada);
    expect(pageBusiness()).toBeNull();
    await act(async () => {
      render(<App client={client} />);
      await import('./signed-in.tsx');
    });
    expect(fetched.mock.calls.map(([url]) => String(url))).toEqual(
      expect.arrayContaining(['/api/businesses?limit=100', '/api/user/active-business']),
    );
  });
});

describe('the business of a page', () => {
  it('stays while there is such a one, else is the active, else the first', () => {
    const [a, b] = [{ id: 'a' }, { id: 'b' }];
    expect(businessOfPage([a, b], 'b', 'a')).toBe('a');
    expect(businessOfPage([a, b], 'b', 'gone')).toBe('b');
    expect(businessOfPage([a, b], null, null)).toBe('a');
    expect(businessOfPage([], 'b', 'a')).toBeNull();
  });
});
