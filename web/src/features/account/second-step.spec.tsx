import type { SecurityState } from '@postloom/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { json, refusal } from '#lib/testing/answers.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { SecurityCard } from './components/security-card.tsx';
import { anna, fill, open, show } from './testing/pages.tsx';

const fetched = stubbedFetch();
type Call = { method: string; path: string; body: unknown };
/** Answers by method and path; what is not listed here is not asked. */
const answers = (table: Readonly<Record<string, (call: Call) => Promise<Response>>>) =>
  fetched.mockImplementation((input, init) => {
    const call = {
      ...{ method: init?.method ?? 'GET', path: String(input).replace(/\?.*/, '') },
      body: typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
    };
    const answer = table[`${call.method} ${call.path}`];
    return answer ? answer(call) : Promise.reject(new Error(`${call.method} ${call.path} was not expected`));
  });
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));

afterEach(() => history.replaceState(null, '', '/'));

describe('signing in with a second step', () => {
  const givePassword = async () => {
    open('login', { search: '?returnTo=%2Fmedia' });
    fill(screen.getByLabelText('Email'), anna.email);
    fill(screen.getByLabelText('Password'), 'the one of today');
    await press('Sign in');
    await screen.findByRole('heading', { name: 'One more step' });
  };
  const needed = () => refusal(401, 'second_step_required', 'One more step.');
  const ways = () => json(200, { ways: ['code'], expiresAt: '2027-01-01T00:00:00Z' });

  it('asks for the code, and leads to where the person wanted to be', async () => {
    const codes: unknown[] = [];
    answers({
      'POST /api/auth/login': needed,
      'GET /api/auth/login/second': ways,
      'POST /api/auth/login/second': ({ body }) => {
        codes.push(body);
        return codes.length === 1
          ? refusal(401, 'invalid_code', 'This code is not right, or it was already used.')
          : json(200, anna);
      },
    });
    await givePassword();
    const box = await screen.findByLabelText('Code');
    fill(box, '000000');
    await press('Continue');
    await waitFor(() => expect(box).toHaveAccessibleDescription(/This code is not right/));
    fill(box, '123456');
    await press('Continue');
    await waitFor(() => expect(location.pathname).toBe('/media'));
    expect(codes).toEqual([{ code: '000000' }, { code: '123456' }]);
  });

  it('begins anew when it took too long, and says so', async () => {
    answers({
      'POST /api/auth/login': needed,
      'GET /api/auth/login/second': ways,
      'POST /api/auth/login/second': () => refusal(400, 'invalid_state', 'This took too long. Please start again.'),
    });
    await givePassword();
    fill(await screen.findByLabelText('Code'), '123456');
    await press('Continue');
    expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeInTheDocument();
    expect(screen.getByText('This took too long. Please start again.')).toBeInTheDocument();
    expect(screen.getByLabelText('Password')).toHaveValue('');
  });

  it('offers no passkey where the browser knows none', () => {
    answers({});
    open('login');
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull();
  });
});

describe('the security card', () => {
  const off: SecurityState = {
    hasPassword: true,
    secondStep: { isAvailable: true, onSince: null, recoveryCodesLeft: 0 },
    passkeys: [],
  };
  const on: SecurityState = {
    ...off,
    secondStep: { isAvailable: true, onSince: '2026-11-01T09:00:00Z', recoveryCodesLeft: 7 },
  };
  const recoveryCodes = Array.from({ length: 10 }, (_, index) => `code-${index}`);

  it('turns two-step sign-in on: the password once more, the app’s code, and the recovery codes once', async () => {
    let state = off;
    let confirmed = false;
    answers({
      'GET /api/auth/security': () => json(200, state),
      'POST /api/auth/confirm': () => {
        confirmed = true;
        return json(200, { confirmedUntil: '2027-01-01T00:00:00Z' });
      },
      'POST /api/auth/totp': () =>
        confirmed
          ? json(200, { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Postloom:anna?secret=JBSWY3DPEHPK3PXP' })
          : refusal(403, 'confirmation_required', 'Please confirm that it is you.'),
      'POST /api/auth/totp/confirm': () => {
        state = on;
        return json(200, { recoveryCodes });
      },
    });
    show(<SecurityCard user={anna} timeZone="UTC" />);
    await press(/^Turn on\s*two-step sign-in$/);
    const question = await screen.findByRole('dialog', { name: 'Is it you?' });
    fill(within(question).getByLabelText(/^Password/), 'the one of today');
    await press('Confirm');
    const dialog = await screen.findByRole('dialog', { name: 'Turn on two-step sign-in' });
    expect(within(dialog).getByRole('img', { name: /QR code/ })).toBeInTheDocument();
    expect(within(dialog).getByText('JBSWY3DPEHPK3PXP')).toBeInTheDocument();
    fill(within(dialog).getByLabelText(/^Code/), '123456');
    await press('Turn on');
    const codes = await screen.findByRole('dialog', { name: 'Your recovery codes' });
    expect(
      within(codes)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(recoveryCodes);
    await press('I have kept them');
    expect(await screen.findByText('On since Nov 1, 2026. 7 recovery codes left.')).toBeInTheDocument();
  });

  it('asks before it turns it off', async () => {
    let state = on;
    answers({
      'GET /api/auth/security': () => json(200, state),
      'DELETE /api/auth/totp': () => {
        state = off;
        return json(200, { success: true });
      },
    });
    show(<SecurityCard user={anna} timeZone="UTC" />);
    await press(/^Turn off\s*two-step sign-in$/);
    const question = await screen.findByRole('alertdialog', { name: 'Turn off two-step sign-in?' });
    fireEvent.click(within(question).getByRole('button', { name: 'Turn off' }));
    expect(await screen.findByRole('button', { name: /^Turn on\s*two-step sign-in$/ })).toBeInTheDocument();
  });

  it('leads somebody without a password to the link that sets one; passkeys work without', async () => {
    answers({ 'GET /api/auth/security': () => json(200, { ...off, hasPassword: false }) });
    show(<SecurityCard user={anna} timeZone="UTC" />);
    expect(await screen.findByText('Passkeys')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Set a password' })).toHaveAttribute('href', '/forgot-password');
    expect(screen.queryByRole('button', { name: /^Change/ })).toBeNull();
    expect(screen.queryByText('Two-step sign-in')).toBeNull();
  });

  it('offers nothing to change to somebody who signs in at a provider, and says where it is changed', async () => {
    answers({});
    show(<SecurityCard user={anna} timeZone="UTC" />, { provider: { name: 'Acme' } });
    expect(
      await screen.findByText(/^You sign in with Acme\. Your password and your email address/),
    ).toBeInTheDocument();
    expect(screen.queryByRole('button')).toBeNull();
    expect(fetched).not.toHaveBeenCalled();
  });

  describe('with passkeys', () => {
    const passkey = {
      ...{ id: '0192f3c0-0000-7000-8000-00000000000a', name: 'Work phone', isSynced: true },
      ...{ createdAt: '2026-11-01T09:00:00Z', lastUsedAt: null },
    };
    beforeEach(() => vi.stubGlobal('PublicKeyCredential', class {}));

    it('renames and removes one, asking first', async () => {
      let passkeys = [passkey];
      answers({
        'GET /api/auth/security': () => json(200, { ...off, passkeys }),
        [`PUT /api/auth/passkeys/${passkey.id}`]: ({ body }) => {
          passkeys = [{ ...passkey, ...(body as { name: string }) }];
          return json(200, passkeys[0]);
        },
        [`DELETE /api/auth/passkeys/${passkey.id}`]: () => {
          passkeys = [];
          return json(200, { success: true });
        },
      });
      show(<SecurityCard user={anna} timeZone="UTC" />);
      expect(await screen.findByText(/Added Nov 1, 2026, not used yet, kept by your password/)).toBeInTheDocument();
      await press(/^Rename\s*Work phone$/);
      const dialog = await screen.findByRole('dialog', { name: 'Rename this passkey' });
      fill(within(dialog).getByLabelText(/^Name/), ' ');
      fireEvent.click(within(dialog).getByRole('button', { name: 'Rename' }));
      expect(await screen.findByText('Please give this passkey a name.')).toBeInTheDocument();
      fill(within(dialog).getByLabelText(/^Name/), 'Old phone');
      fireEvent.click(within(dialog).getByRole('button', { name: 'Rename' }));
      await press(/^Remove\s*Old phone$/);
      const question = await screen.findByRole('alertdialog', { name: 'Remove “Old phone”?' });
      fireEvent.click(within(question).getByRole('button', { name: 'Remove' }));
      await waitFor(() => expect(screen.queryByText('Old phone')).toBeNull());
    });
  });

  it('that does not load can be asked for again', async () => {
    answers({ 'GET /api/auth/security': () => refusal(503, 'unavailable', 'Part of Postloom is restarting.') });
    show(<SecurityCard user={anna} timeZone="UTC" />);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    answers({ 'GET /api/auth/security': () => json(200, off) });
    fireEvent.click(retry);
    expect(await screen.findByText('Two-step sign-in')).toBeInTheDocument();
  });
});
