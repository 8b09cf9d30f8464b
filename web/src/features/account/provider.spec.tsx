import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { json, refusal } from '#lib/testing/answers.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { open, token } from './testing/pages.tsx';

const fetched = stubbedFetch();
afterEach(() => {
  history.replaceState(null, '', '/');
});
const callsTo = (path: string) => fetched.mock.calls.filter(([input]) => String(input) === path);

describe('with a provider', () => {
  const acme = { name: 'Acme' };

  it('the sign-in page leads there, and back to where the person was', () => {
    open('login', { search: '?returnTo=%2Fmedia%3Falbum%3D1', provider: acme });
    expect(screen.getByRole('link', { name: 'Sign in with Acme' })).toHaveAttribute(
      'href',
      '/api/login?returnTo=%2Fmedia%3Falbum%3D1',
    );
    expect(screen.getByText('Sign in to open that page.')).toBeInTheDocument();
    expect(screen.queryByLabelText('Password')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Create an account' })).toBeNull();
  });

  it.each([
    ['cancelled', 'You did not finish signing in with Acme. Nothing has changed.'],
    ['expired', 'That sign-in took too long, or was used before. Please start again.'],
    ['busy', 'Too many sign-ins were started from here. Please try again in a few minutes.'],
    ['failed', 'Signing in with Acme is not working right now. Please try again in a few minutes.'],
    [
      'address_missing',
      'Acme did not share your email address, and Postloom needs it. Allow it there, then try again.',
    ],
    [
      'address_taken',
      'Another Postloom account has your email address, and Acme does not say that you have confirmed it. Confirm it there, then try again.',
    ],
    [
      'confirm_by_mail',
      'You already have a Postloom account. We sent you an email with a link that connects it with Acme. Follow it, then sign in again.',
    ],
  ])('the sign-in page says what came of the last one: %s', (reason, words) => {
    open('login', { search: `?reason=provider-${reason}`, provider: acme });
    expect(screen.getByRole('status')).toHaveTextContent(words);
  });

  it.each(['provider-signIn', 'provider-toString', 'provider-', 'anything'])(
    'takes no words from an address: %s',
    (reason) => {
      open('login', { search: `?reason=${reason}`, provider: acme });
      expect(screen.queryByRole('status')).toBeNull();
    },
  );

  it.each(['register', 'forgot-password', 'reset-password'] as const)('%s leads to the sign-in page', async (page) => {
    open(page, { search: '?returnTo=%2Fmedia', provider: acme });
    await waitFor(() => expect(location.pathname + location.search).toBe('/login?returnTo=%2Fmedia'));
  });

  it('that is not known yet, no form is shown; one that can’t be found out is asked for again', async () => {
    fetched.mockImplementation(() => refusal(503, 'unavailable', 'Part of Postloom is restarting.'));
    open('login', { provider: 'unknown' });
    expect(screen.getByText('Loading...')).toBeInTheDocument();
    expect(screen.queryByLabelText('Email')).toBeNull();
    fetched.mockImplementation(() => json(200, { provider: null }));
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await screen.findByLabelText('Email')).toBeInTheDocument();
  });

  it('the mailed link connects by the button, once', async () => {
    fetched.mockImplementation(() => json(200, { success: true }));
    open('connect-sign-in', { search: `?token=${token}` });
    expect(fetched).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
    expect(await screen.findByRole('heading', { name: 'Your account is connected' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/api/login');
    expect(callsTo('/api/auth/connect')).toHaveLength(1);
  });

  it('a mailed link that is used, old or cut says so', async () => {
    fetched.mockImplementation(() => refusal(410, 'token_expired', 'This link has expired or was already used.'));
    open('connect-sign-in', { search: `?token=${token}` });
    fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeInTheDocument();
    cleanup();
    open('connect-sign-in');
    expect(screen.getByRole('heading', { name: 'This link no longer works' })).toBeInTheDocument();
  });

  it('a connection that fails on its way can be tried again', async () => {
    fetched.mockImplementation(() => Promise.reject(new TypeError('offline')));
    open('connect-sign-in', { search: `?token=${token}` });
    fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
    expect(await screen.findByRole('alert')).not.toBeEmptyDOMElement();
    expect(screen.getByRole('button', { name: 'Connect' })).toBeEnabled();
  });
});
