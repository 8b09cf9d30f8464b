import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createQueryClient } from '#lib/api/index.ts';
import { json, refusal } from '#lib/testing/answers.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { currentUserQuery } from './api/current-user.ts';
import { ConfirmAddressNotice } from './components/confirm-address-notice.tsx';
import { anna, fill, open, token } from './testing/pages.tsx';

const fetched = stubbedFetch();
afterEach(() => {
  history.replaceState(null, '', '/');
});
const callsTo = (path: string) => fetched.mock.calls.filter(([input]) => String(input) === path);

describe('a forgotten password', () => {
  it('is asked for by mail; the answer is the same for every address, and can be asked for again', async () => {
    fetched.mockImplementation(() => json(202, { success: true }));
    open('forgot-password');
    fill(screen.getByLabelText('Email'), 'anna@juniper-rye.example');
    fireEvent.click(screen.getByRole('button', { name: 'Send the link' }));
    expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeInTheDocument();
    expect(screen.getByText(/has an account, a link/)).toHaveTextContent('anna@juniper-rye.example');
    fireEvent.click(screen.getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(callsTo('/api/auth/password/forgot')).toHaveLength(2));
    fireEvent.click(screen.getByRole('button', { name: 'Use another address' }));
    expect(screen.getByLabelText('Email')).toBeInTheDocument();
  });

  it('says when no mail was sent', async () => {
    fetched.mockImplementation(() =>
      refusal(429, 'rate_limited', 'Too many requests. Please try again in 60 seconds.'),
    );
    open('forgot-password');
    fill(screen.getByLabelText('Email'), 'anna@juniper-rye.example');
    fireEvent.click(screen.getByRole('button', { name: 'Send the link' }));
    expect(await screen.findByText(/Too many requests/)).toBeInTheDocument();
  });

  it('is replaced by the mailed link, which leads to the sign-in', async () => {
    fetched.mockImplementation(() => json(200, { success: true }));
    open('reset-password', { search: `?token=${token}` });
    expect(screen.getByLabelText(/New password/)).toHaveFocus();
    fill(screen.getByLabelText(/New password/), 'rye at dawn, warm butter');
    fireEvent.click(screen.getByRole('button', { name: 'Set new password' }));
    expect(await screen.findByRole('heading', { name: 'Your password is changed' })).toBeInTheDocument();
    expect(JSON.parse(String(callsTo('/api/auth/password/reset')[0]?.[1]?.body))).toEqual({
      token,
      password: 'rye at dawn, warm butter',
    });
    expect(screen.getByRole('link', { name: 'Sign in with the new password' })).toHaveAttribute('href', '/api/login');
  });

  it('ends where the person was going, on the device that asked', async () => {
    fetched.mockImplementation(() => json(200, { success: true }));
    open('forgot-password', { search: '?returnTo=%2Fschedule%3Fpost%3Dp1' });
    fill(screen.getByLabelText('Email'), 'anna@juniper-rye.example');
    fireEvent.click(screen.getByRole('button', { name: 'Send the link' }));
    await screen.findByRole('heading', { name: 'Check your email' });
    cleanup();
    // The mail opens in a tab of its own.
    history.replaceState(null, '', '/');
    sessionStorage.clear();
    open('reset-password', { search: `?token=${token}` });
    const back = '?returnTo=%2Fschedule%3Fpost%3Dp1';
    expect(screen.getByRole('link', { name: 'Back to sign in' })).toHaveAttribute('href', `/login${back}`);
    fill(screen.getByLabelText(/New password/), 'rye at dawn, warm butter');
    fireEvent.click(screen.getByRole('button', { name: 'Set new password' }));
    expect(await screen.findByRole('link', { name: 'Sign in with the new password' })).toHaveAttribute(
      'href',
      `/api/login${back}`,
    );
    cleanup();
    open('reset-password', { search: '?token=cut' });
    fireEvent.click(screen.getByRole('link', { name: 'Send me a new link' }));
    expect(location.pathname + location.search).toBe(`/forgot-password${back}`);
    cleanup();
    open('forgot-password', { search: back });
    expect(screen.getByLabelText('Email')).toHaveValue('anna@juniper-rye.example');
  });

  it('keeps what was typed when the server is away', async () => {
    fetched.mockImplementation(() => Promise.reject(new TypeError('offline')));
    open('reset-password', { search: `?token=${token}` });
    fill(screen.getByLabelText(/New password/), 'rye at dawn, warm butter');
    fireEvent.click(screen.getByRole('button', { name: 'Set new password' }));
    expect(await screen.findByText(/could not be reached/)).toBeInTheDocument();
    expect(screen.getByLabelText(/New password/)).toHaveValue('rye at dawn, warm butter');
  });

  it('has a way on when the link is used, old or cut', async () => {
    fetched.mockImplementation(() => refusal(410, 'token_expired', 'This link was used before or has expired.'));
    open('reset-password', { search: `?token=${token}` });
    fill(screen.getByLabelText(/New password/), 'rye at dawn, warm butter');
    fireEvent.click(screen.getByRole('button', { name: 'Set new password' }));
    expect(await screen.findByRole('link', { name: 'Send me a new link' })).toHaveAttribute('href', '/forgot-password');
    cleanup();
    open('reset-password', { search: '?token=cut' });
    expect(screen.getByRole('link', { name: 'Send me a new link' })).toBeInTheDocument();
  });
});

describe('confirming an address', () => {
  it('happens by opening the mailed link, once, however often the page is drawn', async () => {
    fetched.mockImplementation((input) =>
      String(input).endsWith('/verify-email')
        ? json(200, { success: true })
        : json(200, { ...anna, emailVerified: true }),
    );
    const client = open('verify-email', { search: `?token=${token}`, signedIn: { emailVerified: false } });
    expect(await screen.findByRole('heading', { name: 'Your address is confirmed' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Continue to Postloom' })).toHaveAttribute('href', '/');
    expect(callsTo('/api/auth/verify-email')).toHaveLength(1);
    await waitFor(() => expect(client.getQueryData(currentUserQuery.queryKey)?.emailVerified).toBe(true));
  });

  it('works without a session and leads to the sign-in', async () => {
    fetched.mockImplementation((input) =>
      String(input).endsWith('/verify-email')
        ? json(200, { success: true })
        : refusal(401, 'unauthorized', 'Unauthorized'),
    );
    open('verify-email', { search: `?token=${token}` });
    expect(await screen.findByRole('heading', { name: 'Your address is confirmed' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
  });

  it('is nothing to worry about when it was done before', async () => {
    fetched.mockImplementation(() => refusal(410, 'token_expired', 'This link was used before or has expired.'));
    open('verify-email', { search: `?token=${token}`, signedIn: { emailVerified: true } });
    expect(await screen.findByRole('heading', { name: 'Your address is already confirmed' })).toBeInTheDocument();
  });

  it('offers another link where the old one no longer works', async () => {
    fetched.mockImplementation((input) =>
      String(input).endsWith('/send')
        ? json(202, { success: true })
        : String(input).endsWith('/verify-email')
          ? refusal(410, 'token_expired', 'This link was used before or has expired.')
          : json(200, anna),
    );
    open('verify-email', { search: `?token=${token}`, signedIn: { emailVerified: false } });
    fireEvent.click(await screen.findByRole('button', { name: 'Send a new link' }));
    expect(await screen.findByText('Sent. Check your inbox.')).toBeInTheDocument();
  });

  it('tries again after a failure of the network', async () => {
    fetched.mockImplementationOnce(() => Promise.reject(new TypeError('offline')));
    open('verify-email', { search: `?token=${token}`, signedIn: { emailVerified: false } });
    fetched.mockImplementation((input) =>
      String(input).endsWith('/verify-email') ? json(200, { success: true }) : json(200, anna),
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Your address is confirmed' })).toBeInTheDocument();
  });
});

describe('the notice of an unconfirmed address', () => {
  afterEach(() => sessionStorage.clear());

  function show(emailVerified: boolean, createdAt = new Date().toISOString()) {
    const client = createQueryClient();
    client.setQueryData(currentUserQuery.queryKey, { ...anna, emailVerified });
    render(
      <QueryClientProvider client={client}>
        <ConfirmAddressNotice user={{ ...anna, emailVerified, createdAt }} />
      </QueryClientProvider>,
    );
  }

  it('is there until the address is confirmed', () => {
    show(true);
    expect(screen.queryByRole('region')).toBeNull();
    cleanup();
    show(false);
    expect(screen.getByRole('region', { name: 'Email address' })).toHaveTextContent(
      'Please confirm anna@juniper-rye.example. Until then, no email tells you when a post fails.',
    );
  });

  it('sends the mail again, and says when that is too often', async () => {
    fetched.mockImplementation(() =>
      refusal(429, 'rate_limited', 'Too many requests. Please try again in 60 seconds.'),
    );
    show(false);
    fireEvent.click(screen.getByRole('button', { name: 'Send again' }));
    expect(await screen.findByText(/Too many requests/)).toBeInTheDocument();
  });

  it('offers a new link once the first one no longer works', () => {
    show(false, new Date(Date.now() - 4 * 86_400_000).toISOString());
    expect(screen.getByRole('button', { name: 'Send a new link' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
  });

  it('can be put aside for this visit', () => {
    show(false);
    fireEvent.click(screen.getByRole('button', { name: 'Not now' }));
    expect(screen.queryByRole('region')).toBeNull();
    cleanup();
    show(false);
    expect(screen.queryByRole('region')).toBeNull();
  });
});
