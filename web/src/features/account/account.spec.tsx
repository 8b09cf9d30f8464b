import type { User } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { currentUserQuery } from './api/current-user.ts';
import { ConfirmAddressNotice } from './components/confirm-address-notice.tsx';
import ForgotPasswordPage from './components/forgot-password-page.tsx';
import ResetPasswordPage from './components/reset-password-page.tsx';
import VerifyEmailPage from './components/verify-email-page.tsx';
import { passwordAdvice } from './password-advice.ts';
import { displayName } from './components/account-profile-card.tsx';
import RegisterPage from './components/register-page.tsx';
import SignInPage from './components/sign-in-page.tsx';

const user: User = {
  id: '0192f3c0-0000-7000-8000-000000000001',
  email: 'anna@juniper-rye.example',
  firstName: null,
  lastName: null,
  profileImageUrl: null,
  createdAt: '2025-03-02T10:00:00Z',
  subscriptionTier: 'free',
  emailVerified: false,
};
const fetched = stubbedFetch();
const json = (status: number, body: unknown) => Promise.resolve(new Response(JSON.stringify(body), { status }));

afterEach(() => {
  history.replaceState(null, '', '/');
});

const pages = {
  login: SignInPage,
  register: RegisterPage,
  'forgot-password': ForgotPasswordPage,
  'reset-password': ResetPasswordPage,
  'verify-email': VerifyEmailPage,
};

function open(page: keyof typeof pages, search = '', signedIn?: { emailVerified: boolean }) {
  history.replaceState(history.state, '', `/${page}${search}`);
  const client = createQueryClient();
  if (signedIn) {
    client.setQueryData(currentUserQuery.queryKey, { ...user, ...signedIn });
  }
  const Page = pages[page];
  render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <Page />
      </QueryClientProvider>
    </StrictMode>,
  );
  return client;
}

const refusal = (status: number, error: string, message: string) => json(status, { error, message, requestId: 'r' });
const callsTo = (path: string) => fetched.mock.calls.filter(([input]) => String(input) === path);
const token = 'x'.repeat(43);
const fill = (box: HTMLElement, value: string) => fireEvent.change(box, { target: { value } });

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
      json(401, {
        error: 'invalid_credentials',
        message: 'The email address or password is incorrect.',
        requestId: 'r',
      }),
    );
    open('login');
    fill(screen.getByLabelText('Email'), 'anna@juniper-rye.example');
    fill(screen.getByLabelText('Password'), 'wrong');
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText(/The email address or password is incorrect\./)).toBeInTheDocument();
    expect(screen.getByLabelText('Password')).toHaveValue('');
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
    open('login', search);
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
    fetched.mockImplementation(() => json(200, user));
    const client = open('login', '?returnTo=%2Fschedule%3Fview%3Dlist');
    fill(screen.getByLabelText('Email'), 'anna@juniper-rye.example');
    fill(screen.getByLabelText('Password'), 'correct horse');
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(location.pathname + location.search).toBe('/schedule?view=list'));
    expect(client.getQueryData(currentUserQuery.queryKey)).toEqual(user);
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
    fetched.mockImplementation((input) => json(String(input).endsWith('/register') ? 201 : 200, user));
    open('register', '?returnTo=%2Fmedia');
    submit();
    await waitFor(() => expect(location.pathname).toBe('/media'));
  });

  it('shows the same page for a taken address, without telling', async () => {
    fetched.mockImplementation((input) =>
      String(input).endsWith('/register')
        ? json(201, user)
        : json(401, { error: 'unauthorized', message: 'Unauthorized', requestId: 'r' }),
    );
    open('register');
    submit();
    expect(await screen.findByRole('heading', { name: 'Check your mail' })).toBeInTheDocument();
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

describe('advice on a password', () => {
  it.each([
    ['', /^At least 12 characters/, false],
    ['short', '7 more characters to go.', false],
    ['elevenchars', '1 more character to go.', false],
    ['juniper-rye-and-more', 'Easy to guess: it contains your email address.', false],
    ['aaaaaaaaaaaaaa', 'Easy to guess: it repeats or counts up.', false],
    ['abcdefghijklmn', 'Easy to guess: it repeats or counts up.', false],
    ['rye at dawn, 7', 'Good. A few more characters make it strong.', true],
    ['rye at dawn, warm butter', 'Strong.', true],
  ])('%j', (password, text, good) => {
    const advice = passwordAdvice(password, 'juniper-rye@example.org');
    expect(advice.text).toMatch(text);
    expect(advice.good).toBe(good);
  });
});

describe('a forgotten password', () => {
  it('is asked for by mail; the answer is the same for every address, and can be asked for again', async () => {
    fetched.mockImplementation(() => json(202, { success: true }));
    open('forgot-password');
    fill(screen.getByLabelText('Email'), 'anna@juniper-rye.example');
    fireEvent.click(screen.getByRole('button', { name: 'Send the link' }));
    expect(await screen.findByRole('heading', { name: 'Check your mail' })).toBeInTheDocument();
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
    open('reset-password', `?token=${token}`);
    fill(screen.getByLabelText(/New password/), 'rye at dawn, warm butter');
    fireEvent.click(screen.getByRole('button', { name: 'Set new password' }));
    expect(await screen.findByRole('heading', { name: 'Your password is changed' })).toBeInTheDocument();
    expect(JSON.parse(String(callsTo('/api/auth/password/reset')[0]?.[1]?.body))).toEqual({
      token,
      password: 'rye at dawn, warm butter',
    });
    expect(screen.getByRole('link', { name: 'Sign in with the new password' })).toHaveAttribute('href', '/api/login');
  });

  it('keeps what was typed when the server is away', async () => {
    fetched.mockImplementation(() => Promise.reject(new TypeError('offline')));
    open('reset-password', `?token=${token}`);
    fill(screen.getByLabelText(/New password/), 'rye at dawn, warm butter');
    fireEvent.click(screen.getByRole('button', { name: 'Set new password' }));
    expect(await screen.findByText(/could not be reached/)).toBeInTheDocument();
    expect(screen.getByLabelText(/New password/)).toHaveValue('rye at dawn, warm butter');
  });

  it('has a way on when the link is used, old or cut', async () => {
    fetched.mockImplementation(() => refusal(410, 'token_expired', 'This link was used before or has expired.'));
    open('reset-password', `?token=${token}`);
    fill(screen.getByLabelText(/New password/), 'rye at dawn, warm butter');
    fireEvent.click(screen.getByRole('button', { name: 'Set new password' }));
    expect(await screen.findByRole('link', { name: 'Send me a new link' })).toHaveAttribute('href', '/forgot-password');
    cleanup();
    open('reset-password', '?token=cut');
    expect(screen.getByRole('link', { name: 'Send me a new link' })).toBeInTheDocument();
  });
});

describe('confirming an address', () => {
  it('happens by opening the mailed link, once, however often the page is drawn', async () => {
    fetched.mockImplementation((input) =>
      String(input).endsWith('/verify-email')
        ? json(200, { success: true })
        : json(200, { ...user, emailVerified: true }),
    );
    const client = open('verify-email', `?token=${token}`, { emailVerified: false });
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
    open('verify-email', `?token=${token}`);
    expect(await screen.findByRole('heading', { name: 'Your address is confirmed' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
  });

  it('is nothing to worry about when it was done before', async () => {
    fetched.mockImplementation(() => refusal(410, 'token_expired', 'This link was used before or has expired.'));
    open('verify-email', `?token=${token}`, { emailVerified: true });
    expect(await screen.findByRole('heading', { name: 'Your address is already confirmed' })).toBeInTheDocument();
  });

  it('offers another link where the old one no longer works', async () => {
    fetched.mockImplementation((input) =>
      String(input).endsWith('/send')
        ? json(202, { success: true })
        : String(input).endsWith('/verify-email')
          ? refusal(410, 'token_expired', 'This link was used before or has expired.')
          : json(200, user),
    );
    open('verify-email', `?token=${token}`, { emailVerified: false });
    fireEvent.click(await screen.findByRole('button', { name: 'Send again' }));
    expect(await screen.findByText('Sent. Check your inbox.')).toBeInTheDocument();
  });

  it('tries again after a failure of the network', async () => {
    fetched.mockImplementationOnce(() => Promise.reject(new TypeError('offline')));
    open('verify-email', `?token=${token}`, { emailVerified: false });
    fetched.mockImplementation((input) =>
      String(input).endsWith('/verify-email') ? json(200, { success: true }) : json(200, user),
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Your address is confirmed' })).toBeInTheDocument();
  });
});

describe('the notice of an unconfirmed address', () => {
  afterEach(() => sessionStorage.clear());

  function show(emailVerified: boolean) {
    const client = createQueryClient();
    client.setQueryData(currentUserQuery.queryKey, { ...user, emailVerified });
    render(
      <QueryClientProvider client={client}>
        <ConfirmAddressNotice user={{ ...user, emailVerified }} />
      </QueryClientProvider>,
    );
  }

  it('is there until the address is confirmed', () => {
    show(true);
    expect(screen.queryByRole('region')).toBeNull();
    cleanup();
    show(false);
    expect(screen.getByRole('region', { name: 'Email address' })).toHaveTextContent('anna@juniper-rye.example');
  });

  it('sends the mail again, and says when that is too often', async () => {
    fetched.mockImplementation(() =>
      refusal(429, 'rate_limited', 'Too many requests. Please try again in 60 seconds.'),
    );
    show(false);
    fireEvent.click(screen.getByRole('button', { name: 'Send again' }));
    expect(await screen.findByText(/Too many requests/)).toBeInTheDocument();
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

describe('display name', () => {
  it('is the full name, else the address', () => {
    expect(displayName(user)).toBe('anna@juniper-rye.example');
    expect(displayName({ ...user, firstName: 'Anna', lastName: 'Keller' })).toBe('Anna Keller');
  });
});
