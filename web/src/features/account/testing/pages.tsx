import type { User } from '@postloom/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render } from '@testing-library/react';
import { StrictMode, type ReactNode } from 'react';
import { createQueryClient } from '#lib/api/index.ts';
import { Toaster } from '#ui/index.ts';
import { currentUserQuery } from '../api/current-user.ts';
import { signInProviderQuery } from '../api/sign-in-provider.ts';
import ConnectSignInPage from '../components/connect-sign-in-page.tsx';
import ForgotPasswordPage from '../components/forgot-password-page.tsx';
import RegisterPage from '../components/register-page.tsx';
import ResetPasswordPage from '../components/reset-password-page.tsx';
import SignInPage from '../components/sign-in-page.tsx';
import VerifyEmailPage from '../components/verify-email-page.tsx';

export const anna: User = {
  id: '0192f3c0-0000-7000-8000-000000000001',
  email: 'anna@juniper-rye.example',
  firstName: null,
  lastName: null,
  profileImageUrl: null,
  createdAt: '2025-03-02T10:00:00Z',
  subscriptionTier: 'free',
  emailVerified: false,
};

const pages = {
  login: SignInPage,
  register: RegisterPage,
  'forgot-password': ForgotPasswordPage,
  'reset-password': ResetPasswordPage,
  'verify-email': VerifyEmailPage,
  'connect-sign-in': ConnectSignInPage,
};

type Visit = {
  signedIn?: { emailVerified: boolean };
  /** Where people sign in; null: with own accounts. */
  provider?: { name: string } | null | 'unknown';
};

function renderAt(address: string, content: ReactNode, { signedIn, provider = null }: Visit) {
  history.replaceState(history.state, '', address);
  const client = createQueryClient();
  if (provider !== 'unknown') {
    client.setQueryData(signInProviderQuery.queryKey, { provider });
  }
  if (signedIn) {
    client.setQueryData(currentUserQuery.queryKey, { ...anna, ...signedIn });
  }
  render(
    <StrictMode>
      <QueryClientProvider client={client}>{content}</QueryClientProvider>
    </StrictMode>,
  );
  return client;
}

/** Opens a page about an account at its address. */
export function open(page: keyof typeof pages, { search = '', ...visit }: Visit & { search?: string } = {}) {
  const Page = pages[page];
  return renderAt(`/${page}${search}`, <Page />, visit);
}

/** Shows a part of a page, with what it tells by messages. */
export function show(content: ReactNode, { address = '/settings', ...visit }: Visit & { address?: string } = {}) {
  return renderAt(
    address,
    <>
      {content}
      <Toaster />
    </>,
    visit,
  );
}

/** What a mailed link carries. */
export const token = 'x'.repeat(43);

export const fill = (box: HTMLElement, value: string) => fireEvent.change(box, { target: { value } });
