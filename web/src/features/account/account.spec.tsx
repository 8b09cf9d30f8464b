import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { currentUserQuery } from './api/current-user.ts';
import { displayName } from './components/account-profile-card.tsx';
import RegisterPage from './components/register-page.tsx';
import SignInPage from './components/sign-in-page.tsx';

const user = {
  id: '0192f3c0-0000-7000-8000-000000000001',
  email: 'anna@juniper-rye.example',
  firstName: null,
  lastName: null,
  profileImageUrl: null,
  createdAt: '2025-03-02T10:00:00Z',
  subscriptionTier: 'free',
  emailVerified: false,
} as const;
const fetched = stubbedFetch();
const json = (status: number, body: unknown) => Promise.resolve(new Response(JSON.stringify(body), { status }));

afterEach(() => {
  history.replaceState(null, '', '/');
});

function open(page: 'login' | 'register', search = '') {
  history.replaceState(null, '', `/${page}${search}`);
  const client = createQueryClient();
  render(
    <QueryClientProvider client={client}>{page === 'login' ? <SignInPage /> : <RegisterPage />}</QueryClientProvider>,
  );
  return client;
}

describe('sign in', () => {
  it('checks before it sends, in the contract’s words', async () => {
    open('login');
    await userEvent.type(screen.getByLabelText('E-mail'), 'anna');
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('Please enter a valid e-mail address.')).toBeInTheDocument();
    expect(screen.getByText('Please enter your password.')).toBeInTheDocument();
    expect(fetched).not.toHaveBeenCalled();
  });

  it('says when the credentials are wrong and empties the password', async () => {
    fetched.mockImplementation(() =>
      json(401, {
        error: 'invalid_credentials',
        message: 'The e-mail address or the password is not right.',
        requestId: 'r',
      }),
    );
    open('login');
    await userEvent.type(screen.getByLabelText('E-mail'), 'anna@juniper-rye.example');
    await userEvent.type(screen.getByLabelText('Password'), 'wrong');
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('The e-mail address or the password is not right.')).toBeInTheDocument();
    expect(screen.getByLabelText('Password')).toHaveValue('');
  });

  it('returns to the own path it came from, never to another site', async () => {
    fetched.mockImplementation(() => json(200, user));
    const client = open('login', '?returnTo=%2Fschedule%3Fview%3Dlist');
    await userEvent.type(screen.getByLabelText('E-mail'), 'anna@juniper-rye.example');
    await userEvent.type(screen.getByLabelText('Password'), 'correct horse');
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(location.pathname + location.search).toBe('/schedule?view=list'));
    expect(client.getQueryData(currentUserQuery.queryKey)).toEqual(user);
  });
});

describe('sign up', () => {
  async function submit() {
    await userEvent.type(screen.getByLabelText(/E-mail/), 'anna@juniper-rye.example');
    await userEvent.type(screen.getByLabelText(/^Password/), 'a long enough sentence');
    fireEvent.click(screen.getByRole('button', { name: 'Create account' }));
  }

  it('wants 12 characters', async () => {
    open('register');
    await userEvent.type(screen.getByLabelText(/E-mail/), 'anna@juniper-rye.example');
    await userEvent.type(screen.getByLabelText(/^Password/), 'short');
    fireEvent.click(screen.getByRole('button', { name: 'Create account' }));
    expect(await screen.findByText('Please use at least 12 characters.')).toBeInTheDocument();
    expect(fetched).not.toHaveBeenCalled();
  });

  it('goes on into the product when a session started', async () => {
    fetched.mockImplementation((input) => json(String(input).endsWith('/register') ? 201 : 200, user));
    open('register', '?returnTo=%2Fmedia');
    await submit();
    await waitFor(() => expect(location.pathname).toBe('/media'));
  });

  it('shows the same page for a taken address, without telling', async () => {
    fetched.mockImplementation((input) =>
      String(input).endsWith('/register')
        ? json(201, user)
        : json(401, { error: 'unauthorized', message: 'Unauthorized', requestId: 'r' }),
    );
    open('register');
    await submit();
    expect(await screen.findByRole('heading', { name: 'Check your mail' })).toBeInTheDocument();
  });

  it('puts the server’s refusals on their fields', async () => {
    fetched.mockImplementation(() =>
      json(400, {
        error: 'validation_failed',
        message: 'Please check the highlighted fields.',
        details: [{ path: 'email', message: 'Please enter a valid e-mail address.' }],
        requestId: 'r',
      }),
    );
    open('register');
    await submit();
    expect(await screen.findByText('Please enter a valid e-mail address.')).toBeInTheDocument();
    expect(screen.queryByText('Please check the highlighted fields.')).toBeNull();
  });
});

describe('display name', () => {
  it('is the full name, else the address', () => {
    expect(displayName(user)).toBe('anna@juniper-rye.example');
    expect(displayName({ ...user, firstName: 'Anna', lastName: 'Keller' })).toBe('Anna Keller');
  });
});
