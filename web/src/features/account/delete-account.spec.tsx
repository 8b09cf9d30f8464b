import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#lib/api/index.ts';
import { json, refusal } from '#lib/testing/answers.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { DeleteAccountCard } from './components/delete-account-card.tsx';
import { anna, fill } from './testing/pages.tsx';

// Its code is here before a test waits for what it shows.
beforeAll(() => import('./components/delete-account-dialog.tsx'), 60_000);

const fetched = stubbedFetch();
const { email } = anna;
const onDeleted = vi.fn();
/** What was sent; how the person signs in is only read. */
const calls = () => fetched.mock.calls.filter(([, init]) => init?.method === 'POST').map(([input]) => String(input));

/** The server as this password finds it; `provider`: people sign in there. */
function server(state: 'pending' | 'verified', { hasPassword = true, provider = '' } = {}): void {
  fetched.mockImplementation((input, init) => {
    switch (String(input)) {
      case '/api/auth/provider':
        return json(200, { provider: provider === '' ? null : { name: provider } });
      case '/api/auth/security':
        return json(200, {
          ...{ hasPassword, passkeys: [] },
          secondStep: { isAvailable: true, onSince: null, recoveryCodesLeft: 0 },
        });
      case '/api/auth/confirm': {
        const { password } = JSON.parse(String(init?.body)) as { password: string };
        const message = 'This is not your current password.';
        return password === 'right'
          ? json(200, { confirmedUntil: '2026-11-23T12:00:00Z' })
          : refusal(400, 'validation_failed', message, [{ path: 'password', message }]);
      }
      default:
        return json(200, { success: true, confirmationCode: 'abc', state });
    }
  });
}

async function open(): Promise<void> {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <DeleteAccountCard email={email} onDeleted={onDeleted} />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Delete my account' }));
  await screen.findByRole('dialog', { name: 'Delete my account' });
}
const type = async (password: string) => fill(await screen.findByLabelText('Your password'), password);
const confirm = () => fireEvent.click(screen.getByRole('button', { name: 'Delete everything' }));

describe('deleting the own account on Settings', () => {
  beforeEach(() => onDeleted.mockClear());

  it('says what goes and asks for nothing before the password is there', async () => {
    server('verified');
    await open();
    expect(screen.getByText(/Nobody can bring it back/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Delete everything' })).toBeDisabled();
    expect(await screen.findByLabelText('Your password')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Delete everything' })).toBeDisabled();
    expect(calls()).toEqual([]);
  });

  it('deletes nothing with a wrong password', async () => {
    server('verified');
    await open();
    await type('wrong');
    confirm();
    expect(await screen.findByText('This is not your current password.')).toBeInTheDocument();
    expect(calls()).toEqual(['/api/auth/confirm']);
    expect(screen.getByLabelText('Your password')).toHaveValue('');
    expect(onDeleted).not.toHaveBeenCalled();
  });

  it('confirms with the password, asks for the own address, and leaves nothing on this device', async () => {
    server('verified');
    await open();
    await type('right');
    confirm();
    await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce());
    expect(calls()).toEqual(['/api/auth/confirm', '/api/data-deletion-request']);
    expect(JSON.parse(String(fetched.mock.calls.at(-1)?.[1]?.body))).toEqual({ email });
  });

  it('of somebody who signs in at a provider asks for no password, and says what happens instead', async () => {
    server('pending', { provider: 'Acme' });
    await open();
    expect(await screen.findByText(/^You sign in with Acme, so there is no password to give here\./)).toHaveTextContent(
      'Otherwise we send a link to anna@juniper-rye.example',
    );
    expect(screen.queryByLabelText('Your password')).toBeNull();
    confirm();
    expect(await screen.findByText(/We sent a link to anna@juniper-rye.example\. Follow it/)).toBeInTheDocument();
    expect(calls()).toEqual(['/api/data-deletion-request']);
    expect(onDeleted).not.toHaveBeenCalled();
  });

  it('of somebody without a password, who has just signed in, is done at once', async () => {
    server('verified', { hasPassword: false });
    await open();
    expect(await screen.findByText(/^If you have just signed in, everything is deleted at once\./)).toBeInTheDocument();
    confirm();
    await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce());
    expect(calls()).toEqual(['/api/data-deletion-request']);
  });

  it('asks nothing and deletes nothing while it is not known how the person signs in', async () => {
    fetched.mockImplementation(() => refusal(503, 'unavailable', 'Restarting.'));
    await open();
    const retry = await screen.findByRole('button', { name: 'Retry' });
    expect(screen.getByRole('button', { name: 'Delete everything' })).toBeDisabled();
    server('verified');
    fireEvent.click(retry);
    expect(await screen.findByLabelText('Your password')).toBeInTheDocument();
  });
});
