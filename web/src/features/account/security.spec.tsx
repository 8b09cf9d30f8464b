import type { AuditEntry } from '@postloom/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { json, refusal } from '#lib/testing/answers.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { auditLine } from './audit-texts.ts';
import { AuditCard } from './components/audit-card.tsx';
import ChangeEmailDialog from './components/change-email-dialog.tsx';
import ChangeEmailPage from './components/change-email-page.tsx';
import ChangePasswordDialog from './components/change-password-dialog.tsx';
import SecureAccountPage from './components/secure-account-page.tsx';
import { SessionsCard } from './components/sessions-card.tsx';
import { anna, fill, show, token } from './testing/pages.tsx';

const fetched = stubbedFetch();
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const sent = (method: string, path: string) =>
  fetched.mock.calls.filter(([input, init]) => String(input) === path && init?.method === method);
const bodyOf = (call: (typeof fetched.mock.calls)[number] | undefined): unknown => JSON.parse(String(call?.[1]?.body));
let closed = 0;

afterEach(() => {
  closed = 0;
  history.replaceState(null, '', '/');
});

const close = () => {
  closed += 1;
};

describe('another password', () => {
  it('is checked in the contract’s words, sent once, and told', async () => {
    show(<ChangePasswordDialog email={anna.email} onClose={close} />);
    press('Change password');
    expect(await screen.findByText('Please enter your current password.')).toBeInTheDocument();
    expect(fetched).not.toHaveBeenCalled();
    fetched.mockImplementation(() => json(200, { success: true }));
    fill(screen.getByLabelText(/^Current password/), 'the one of today');
    fill(screen.getByLabelText(/^New password/), 'the one of tomorrow');
    press('Change password');
    await waitFor(() => expect(closed).toBe(1));
    expect(bodyOf(sent('POST', '/api/auth/password/change')[0])).toEqual({
      currentPassword: 'the one of today',
      newPassword: 'the one of tomorrow',
    });
    expect(screen.getByText('Password changed')).toBeInTheDocument();
  });

  it('stays open with what was wrong at its field', async () => {
    const message = 'This is not your current password.';
    fetched.mockImplementation(() =>
      refusal(400, 'validation_failed', message, [{ path: 'currentPassword', message }]),
    );
    show(<ChangePasswordDialog email={anna.email} onClose={close} />);
    fill(screen.getByLabelText(/^Current password/), 'another one');
    fill(screen.getByLabelText(/^New password/), 'the one of tomorrow');
    press('Change password');
    await waitFor(() => expect(screen.getByLabelText(/^Current password/)).toHaveAccessibleDescription(message));
    expect(screen.getByLabelText(/^New password/)).toHaveValue('the one of tomorrow');
    expect(closed).toBe(0);
  });
});

describe('another address', () => {
  it('asks to look into the new mailbox, without saying whether it is free', async () => {
    fetched.mockImplementation(() => json(202, { success: true }));
    show(<ChangeEmailDialog onClose={close} />);
    fill(screen.getByLabelText(/^New email address/), 'new@juniper-rye.example');
    fill(screen.getByLabelText(/^Current password/), 'the one of today');
    press('Send the link');
    const dialog = await screen.findByRole('dialog', { name: 'Check your email' });
    expect(within(dialog).getByText(/^If new@juniper-rye\.example is free, a link is on its way/)).toBeInTheDocument();
  });

  it('takes effect by a press, not by opening the link', async () => {
    fetched.mockImplementation((input) =>
      String(input).endsWith('/confirm-change')
        ? json(200, { success: true })
        : refusal(401, 'unauthorized', 'Unauthorized'),
    );
    show(<ChangeEmailPage />, { address: `/change-email?token=${token}` });
    expect(screen.getByRole('heading', { name: 'Use this email address?' })).toBeInTheDocument();
    expect(sent('POST', '/api/auth/email/confirm-change')).toEqual([]);
    press('Use this address');
    expect(await screen.findByRole('heading', { name: 'Your address is changed' })).toBeInTheDocument();
    expect(bodyOf(sent('POST', '/api/auth/email/confirm-change')[0])).toEqual({ token });
  });

  it.each([
    [410, 'token_expired', 'This link no longer works'],
    [409, 'conflict', 'Use this email address?'],
  ])('says when it did not: %s', async (status, code, heading) => {
    fetched.mockImplementation((input) =>
      String(input).endsWith('/confirm-change')
        ? refusal(status, code, 'This address belongs to another Postloom account now.')
        : refusal(401, 'unauthorized', 'Unauthorized'),
    );
    show(<ChangeEmailPage />, { address: `/change-email?token=${token}` });
    press('Use this address');
    expect(await screen.findByText(/belongs to another Postloom account|has not changed/)).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: heading })).toBeInTheDocument();
  });
});

describe('a change that was somebody else’s', () => {
  it('is undone by a press, and a new password is next', async () => {
    fetched.mockImplementation(() => json(200, { resetToken: 'r'.repeat(43) }));
    show(<SecureAccountPage />, { address: `/secure-account?token=${token}` });
    expect(fetched).not.toHaveBeenCalled();
    press('Secure my account');
    await waitFor(() => expect(location.pathname + location.search).toBe(`/reset-password?token=${'r'.repeat(43)}`));
  });

  it('with a link that is over leads to another way', async () => {
    fetched.mockImplementation(() => refusal(410, 'token_expired', 'This link has expired or was already used.'));
    show(<SecureAccountPage />, { address: `/secure-account?token=${token}` });
    press('Secure my account');
    expect(await screen.findByRole('link', { name: 'Set a new password' })).toHaveAttribute('href', '/forgot-password');
  });

  it('while nothing answers says so, and the link stays good', async () => {
    fetched.mockImplementation(() => Promise.reject(new TypeError('failed to fetch')));
    show(<SecureAccountPage />, { address: `/secure-account?token=${token}` });
    press('Secure my account');
    expect(await screen.findByText(/Postloom could not be reached/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Secure my account' })).toBeEnabled();
  });
});

const idOf = (digit: string) => `0192f3c0-0000-7000-8000-00000000000${digit}`;
const session = (digit: string, current: boolean, userAgent: string) => ({
  ...{ id: idOf(digit), current, userAgent, createdAt: '2026-11-01T09:00:00Z', lastSeenAt: '2026-11-20T15:00:00Z' },
});
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Mobile Safari/604.1';
const laptop =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

describe('where the person is signed in', () => {
  const pageOf = (data: unknown[], total = data.length, nextCursor: string | null = null) =>
    json(200, { data, total, nextCursor });

  it('names each device and this one, and ends another', async () => {
    const open = [session('a', true, laptop), session('b', false, phone)];
    fetched.mockImplementation((_, init) => {
      if (init?.method === 'DELETE') {
        open.pop();
        return json(200, { success: true });
      }
      return pageOf(open);
    });
    show(<SessionsCard timeZone="UTC" />);
    const mine = (await screen.findByText('Chrome on Windows')).closest('li');
    expect(screen.getByText('All times are UTC.')).toBeInTheDocument();
    expect(within(mine as HTMLElement).getByText('This device')).toBeInTheDocument();
    expect(within(mine as HTMLElement).queryByRole('button')).toBeNull();
    press(/^Sign out\s*Safari on iPhone$/);
    await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull());
    expect(sent('DELETE', `/api/auth/sessions/${idOf('b')}`)).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull();
  });

  it('asks before every other one ends', async () => {
    fetched.mockImplementation((_, init) =>
      init?.method === 'DELETE'
        ? json(200, { success: true })
        : pageOf([session('a', true, laptop), session('b', false, phone)]),
    );
    show(<SessionsCard timeZone="UTC" />);
    fireEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }));
    expect(sent('DELETE', '/api/auth/sessions')).toEqual([]);
    const question = await screen.findByRole('alertdialog', { name: 'Sign out everywhere else?' });
    fireEvent.click(within(question).getByRole('button', { name: 'Sign out everywhere else' }));
    await waitFor(() => expect(sent('DELETE', '/api/auth/sessions')).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('that does not load can be asked for again', async () => {
    fetched.mockImplementation(() => refusal(503, 'unavailable', 'Part of Postloom is restarting.'));
    show(<SessionsCard timeZone="UTC" />);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    fetched.mockImplementation(() => pageOf([session('a', true, laptop)]));
    fireEvent.click(retry);
    expect(await screen.findByText('Chrome on Windows')).toBeInTheDocument();
  });
});

describe('where people sign in at a provider', () => {
  it.each([
    ['changes an address', <ChangeEmailPage key="change" />],
    ['takes an account back', <SecureAccountPage key="secure" />],
  ])('a link that %s leads to the sign-in', async (_, page) => {
    show(page, { address: `/anything?token=${token}`, provider: { name: 'Acme' } });
    await waitFor(() => expect(location.pathname).toBe('/login'));
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('what happened to the account', () => {
  const entry = (act: AuditEntry['act'], detail: string | null, at: string): AuditEntry => ({
    ...{ id: idOf(String(detail?.length ?? 0)), at, act, detail, userAgent: laptop },
  });

  it('is read page by page, in words', async () => {
    fetched.mockImplementation((input) =>
      String(input).includes('cursor=')
        ? json(200, { data: [entry('plan_changed', 'pro', '2026-11-19T15:00:00Z')], nextCursor: null, total: 2 })
        : json(200, { data: [entry('sign_in_failed', null, '2026-11-20T15:00:00Z')], nextCursor: 'c', total: 2 }),
    );
    show(<AuditCard timeZone="America/New_York" />);
    expect(await screen.findByText('Somebody tried to sign in with a wrong password or code')).toBeInTheDocument();
    expect(screen.getByText(/ All times are New York time\.$/)).toBeInTheDocument();
    press('Show more');
    expect(await screen.findByText('Plan changed to Pro')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('leads to the password where it is changed', () => {
    fetched.mockImplementation(() => json(200, { data: [], nextCursor: null, total: 0 }));
    show(<AuditCard timeZone="UTC" />, { provider: { name: 'Acme' } });
    expect(screen.getByText(/^Anything you don’t recognize\? Change your password at Acme\./)).toBeInTheDocument();
  });

  it('tells a wrong password from somebody who has the right one', () => {
    const failed = (detail: string) => auditLine({ act: 'sign_in_failed', detail });
    expect(failed('password')).toBe('Somebody tried to sign in with a wrong password');
    expect(failed('second-step')).toBe('Somebody gave your password and failed at the second step');
    expect(auditLine({ act: 'signed_in', detail: 'recovery-code' })).toBe(
      'Signed in with your password and a recovery code',
    );
  });

  it('shows what a stranger chose as text, and an act that it does not know as it is', () => {
    expect(auditLine({ act: 'social_account_connected', detail: 'X, <b>Huber</b>' })).toBe(
      'Account connected: X, <b>Huber</b>',
    );
    expect(auditLine({ act: 'signed_in', detail: 'a way of next year' })).toBe('Signed in: a way of next year');
    expect(auditLine({ act: 'something_new' as AuditEntry['act'], detail: null })).toBe('something new');
  });
});
