import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { json, refusal } from '#lib/testing/answers.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { currentUserQuery } from './api/current-user.ts';
import { keepPasswordLink, keptPasswordLink } from './password-link.ts';
import { anna, fill, open } from './testing/pages.tsx';

const fetched = stubbedFetch();
afterEach(() => {
  history.replaceState(null, '', '/');
});

describe('sign in', () => {
  it('checks before it sends, in the contract’s words', async () => {
    open('login');
    fill(screen.getByLabelText('Email'), 'anna');
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('Please enter a valid email address.')).toBeInTheDocument();
    expect(screen.getByText('Please enter your password.')).toBeInTheDocument();
    expect(fetched).not.toHaveBeenCalled();
  });

  it('says when the credentials are wrong and empties the password', async () => {
    fetched.mockImplementation(() =>
      refusal(401, 'invalid_credentials', 'The email address or password is incorrect.'),
    );
    open('login');
    fill(screen.getByLabelText('Email'), 'anna@juniper-rye.example');
    fill(screen.getByLabelText('Password'), 'wrong');
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText(/The email address or password is incorrect\./)).toBeInTheDocument();
    expect(screen.getByLabelText('Password')).toHaveValue('');
  });

  it.each([
    ['no network', () => Promise.reject(new TypeError('offline'))],
    ['a part that restarts', () => refusal(503, 'unavailable', 'Part of Postloom is restarting.')],
    ['too many attempts', () => refusal(429, 'rate_limited', 'Too many sign-ins. Please try again in 60 seconds.')],
  ])('keeps the password through what says nothing about it: %s', async (_name, answer) => {
    fetched.mockImplementation(answer);
    open('login');
    fill(screen.getByLabelText('Email'), 'anna@juniper-rye.example');
    fill(screen.getByLabelText('Password'), 'correct horse');
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByRole('alert')).toBeInTheDocument();
    expect(screen.getByLabelText('Password')).toHaveValue('correct horse');
  });

  it('says nothing before there is something to say', () => {
    open('login');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('leads on after a wrong password, and takes the address along', async () => {
    fetched.mockImplementation(() =>
      refusal(401, 'invalid_credentials', 'The email address or password is incorrect.'),
    );
    open('login');
    expect(screen.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute('href', '/forgot-password');
    fill(screen.getByLabelText('Email'), 'anna@juniper-rye.example');
    fill(screen.getByLabelText('Password'), 'wrong');
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    fireEvent.click(await screen.findByRole('link', { name: 'Set a new password' }));
    expect(location.pathname).toBe('/forgot-password');
    cleanup();
    open('forgot-password');
    expect(screen.getByLabelText('Email')).toHaveValue('anna@juniper-rye.example');
  });

  it.each(['?returnTo=%2Fschedule%3Fpost%3Dp1', '?returnTo=https%3A%2F%2Fevil.example'])(
    'takes along where the person was going, through the new password and back: %s',
    (search) => {
      const asked = search.includes('evil') ? '' : search;
      open('login', { search });
      expect(screen.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute(
        'href',
        `/forgot-password${asked}`,
      );
      cleanup();
      open('forgot-password', { search });
      expect(screen.getByRole('link', { name: 'Back to sign in' })).toHaveAttribute('href', `/login${asked}`);
    },
  );

  it('knows the address of somebody who has just set a new password, until they are in', async () => {
    keepPasswordLink({ email: 'anna@juniper-rye.example', returnTo: '/' });
    fetched.mockImplementation(() => json(200, anna));
    open('login', { search: '?returnTo=%2Fmedia' });
    expect(screen.getByLabelText('Email')).toHaveValue('anna@juniper-rye.example');
    expect(screen.getByLabelText('Password')).toHaveFocus();
    fill(screen.getByLabelText('Password'), 'correct horse');
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(location.pathname).toBe('/media'));
    expect(keptPasswordLink().email).toBe('');
  });

  it('offers no new password for another refusal', async () => {
    fetched.mockImplementation(() =>
      refusal(429, 'rate_limited', 'Too many sign-ins. Please try again in 60 seconds.'),
    );
    open('login');
    fill(screen.getByLabelText('Email'), 'anna@juniper-rye.example');
    fill(screen.getByLabelText('Password'), 'wrong');
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText(/Too many sign-ins/)).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Set a new password' })).toBeNull();
  });

  it.each([
    ['?returnTo=%2Fmedia&reason=session-ended', 'Your session has ended. Sign in to pick up where you left off.'],
    ['?returnTo=%2Fmedia', 'Sign in to open that page.'],
    ['?reason=something-else', null],
    ['', null],
  ])('says why it is shown: %s', (search, words) => {
    open('login', { search });
    const notice = screen.queryByText(/^(Your session has ended|Sign in to open)/);
    expect(notice?.textContent ?? null).toBe(words);
  });

  it('says that Caps Lock is on, until the box is left', () => {
    open('login');
    const box = screen.getByLabelText('Password');
    fireEvent.keyDown(box, { key: 'A', modifierCapsLock: true });
    expect(screen.getByText('Caps Lock is on.')).toBeInTheDocument();
    fireEvent.blur(box);
    expect(screen.queryByText('Caps Lock is on.')).toBeNull();
  });

  it('returns to the own path it came from, never to another site', async () => {
    fetched.mockImplementation(() => json(200, anna));
    const client = open('login', { search: '?returnTo=%2Fschedule%3Fview%3Dlist' });
    fill(screen.getByLabelText('Email'), 'anna@juniper-rye.example');
    fill(screen.getByLabelText('Password'), 'correct horse');
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(location.pathname + location.search).toBe('/schedule?view=list'));
    expect(client.getQueryData(currentUserQuery.queryKey)).toEqual(anna);
  });
});

describe('sign up', () => {
  function submit() {
    fill(screen.getByLabelText(/Email/), 'anna@juniper-rye.example');
    fill(screen.getByLabelText(/^Password/), 'a long enough sentence');
    fireEvent.click(screen.getByRole('button', { name: 'Create account' }));
  }

  it('wants 12 characters', async () => {
    open('register');
    fill(screen.getByLabelText(/Email/), 'anna@juniper-rye.example');
    fill(screen.getByLabelText(/^Password/), 'short');
    fireEvent.click(screen.getByRole('button', { name: 'Create account' }));
    expect(await screen.findByText('Please use at least 12 characters.')).toBeInTheDocument();
    // The error takes the place of the advice: nothing is said twice.
    expect(screen.queryByText(/to go\.$/)).toBeNull();
    expect(fetched).not.toHaveBeenCalled();
  });

  it('goes on into the product when a session started', async () => {
    fetched.mockImplementation((input) => json(String(input).endsWith('/register') ? 201 : 200, anna));
    open('register', { search: '?returnTo=%2Fmedia' });
    submit();
    await waitFor(() => expect(location.pathname).toBe('/media'));
  });

  it('shows the same page for a taken address, without telling', async () => {
    fetched.mockImplementation((input) =>
      String(input).endsWith('/register')
        ? json(201, anna)
        : json(401, { error: 'unauthorized', message: 'Unauthorized', requestId: 'r' }),
    );
    open('register');
    submit();
    expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeInTheDocument();
  });

  it('puts the server’s refusals on their fields', async () => {
    fetched.mockImplementation(() =>
      json(400, {
        error: 'validation_failed',
        message: 'Please check the highlighted fields.',
        details: [{ path: 'email', message: 'Please enter a valid email address.' }],
        requestId: 'r',
      }),
    );
    open('register');
    submit();
    expect(await screen.findByText('Please enter a valid email address.')).toBeInTheDocument();
    expect(screen.queryByText('Please check the highlighted fields.')).toBeNull();
  });
});
