import type { ReactNode } from 'react';
import { Redirect, useSearch } from 'wouter';
import { ErrorState, SpinnerWithText } from '#ui/index.ts';
import { useSignInProvider } from '../api/sign-in-provider.ts';
import { AuthLayout } from './auth-layout.tsx';

/**
 * A page of accounts of Postloom's own. Where people sign in at a provider, `instead` is shown, or the way there: those pages are not
 * linked then, but addresses are kept.
 */
export function OwnAccounts({
  title,
  lead,
  instead,
  children,
}: {
  title: string;
  lead: string;
  instead?: (providerName: string) => ReactNode;
  children: ReactNode;
}) {
  const search = useSearch();
  const { data, isPending, refetch } = useSignInProvider();
  if (isPending) {
    return (
      <AuthLayout title={title} lead={lead}>
        <SpinnerWithText text="Loading..." />
      </AuthLayout>
    );
  }
  if (data === undefined) {
    return (
      <AuthLayout title={title} lead={lead}>
        <ErrorState onRetry={() => void refetch()} />
      </AuthLayout>
    );
  }
  if (data.provider === null) {
    return children;
  }
  return instead ? instead(data.provider.name) : <Redirect to={search ? `/login?${search}` : '/login'} replace />;
}
