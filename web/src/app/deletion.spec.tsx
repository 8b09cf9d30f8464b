import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DRAFT_KEYS } from '#features/composer/draft-store.ts';
import { ada } from '#data/testing/people.ts';
import { createQueryClient } from '#lib/api/index.ts';
import { KEPT_EDITS } from '#lib/kept-edits.ts';
import { json, refusal } from '#lib/testing/answers.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { claimDevice, deviceOwner } from './device-data.ts';
import DataDeletionConfirmPage from './pages/data-deletion-confirm-page.tsx';
import DataDeletionPage from './pages/data-deletion-page.tsx';

const fetched = stubbedFetch();
const deleteDatabase = vi.fn(() => ({}));

beforeEach(() => {
  vi.stubGlobal('indexedDB', { deleteDatabase });
  claimDevice(ada.id);
  localStorage.setItem(`${DRAFT_KEYS}b1`, '{"caption":"Rye"}');
  localStorage.setItem(`${KEPT_EDITS}photo.p1`, '{"alt":"A loaf"}');
});
afterEach(() => {
  deleteDatabase.mockClear();
  history.replaceState(null, '', '/');
});

const work = () => Object.keys(localStorage).filter((key) => key.startsWith(DRAFT_KEYS) || key.startsWith(KEPT_EDITS));

function open(Page: ComponentType, address: string) {
  history.replaceState(null, '', address);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Page />
    </QueryClientProvider>,
  );
}

describe('a person who deletes themselves', () => {
  function ask() {
    open(DataDeletionPage, '/data-deletion');
    fireEvent.change(screen.getByLabelText(/Email/), { target: { value: ada.email } });
    fireEvent.click(screen.getByRole('button', { name: 'Submit' }));
  }

  it('at once leaves nothing on the device', async () => {
    fetched.mockImplementation(() => json(200, { success: true, confirmationCode: 'abc123', state: 'verified' }));
    ask();
    await waitFor(() => expect(deviceOwner()).toBeNull());
    expect(work()).toEqual([]);
    expect(deleteDatabase).toHaveBeenCalledWith('uppy-blobs');
  });

  it('by a mailed link leaves everything where it is until the link is used', async () => {
    fetched.mockImplementation(() => json(200, { success: true, confirmationCode: 'abc123', state: 'pending' }));
    ask();
    expect(await screen.findByText(/If an account existed with that email/)).toBeInTheDocument();
    expect(work()).toHaveLength(2);
  });
});

describe('the mailed link', () => {
  function use(session: () => Promise<Response>) {
    fetched.mockImplementation((url) => (String(url) === '/api/auth/user' ? session() : json(200, { success: true })));
    open(DataDeletionConfirmPage, `/data-deletion-confirm?token=${'x'.repeat(43)}`);
    expect(work()).toHaveLength(2);
    fireEvent.click(screen.getByRole('button', { name: 'Delete everything' }));
  }

  it('leaves nothing on the device', async () => {
    use(() => refusal(401, 'unauthorized', 'Unauthorized'));
    await waitFor(() => expect(deviceOwner()).toBeNull());
    expect(work()).toEqual([]);
    expect(deleteDatabase).toHaveBeenCalledWith('uppy-blobs');
  });

  it.each([
    ['somebody else who is signed in here', () => json(200, ada)],
    ['whoever may be signed in here while the server restarts', () => refusal(503, 'unavailable', 'Restarting.')],
    ['whoever may be signed in here while there is no network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('takes nothing from %s', async (_, session) => {
    const answer = Promise.withResolvers<Response>();
    use(() => answer.promise);
    expect(await screen.findByText(/Posts have stopped/)).toBeInTheDocument();
    await waitFor(() => expect(fetched).toHaveBeenCalledTimes(2));
    // Until all is done that follows from the answer.
    await act(async () => answer.resolve(session()));
    expect(work()).toHaveLength(2);
    expect(deviceOwner()).toBe(ada.id);
  });
});
