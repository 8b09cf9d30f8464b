import { CircleCheck, Link2Off } from 'lucide-react';
import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from 'wouter';
import { isApiError, messageOr, unreachable } from '#lib/api/index.ts';
import { Button, FormError, SpinnerWithText } from '#ui/index.ts';
import { useConfirmAddress } from '../api/confirm-address.ts';
import { currentUserQuery, useCurrentUser } from '../api/current-user.ts';
import { AuthLayout } from './auth-layout.tsx';
import { Notice } from './notice.tsx';
import { SendConfirmation } from './send-confirmation.tsx';

/** Where the confirmation mail leads: the link is used at once, and the page says what came of it and how to go on. */
export default function VerifyEmailPage() {
  const token = new URLSearchParams(useSearch()).get('token') ?? '';
  const client = useQueryClient();
  const { user } = useCurrentUser();
  const confirm = useConfirmAddress(token);
  const outdated = confirm.isSuccess && user?.emailVerified === false;
  useEffect(() => {
    if (outdated) {
      void client.invalidateQueries({ queryKey: currentUserQuery.queryKey });
    }
  }, [client, outdated]);

  const goOn = (
    <Button asChild size="lg">
      {user ? <Link href="/">Continue to Postloom</Link> : <Link href="/login">Sign in</Link>}
    </Button>
  );
  if (confirm.isSuccess) {
    return (
      <AuthLayout title="Your address is confirmed" lead="Thank you. That is all there was to do.">
        <Notice icon={CircleCheck} tone="good">
          <p>We will write to this address when a post needs you.</p>
        </Notice>
        {goOn}
      </AuthLayout>
    );
  }
  if (token !== '' && confirm.isPending) {
    return (
      <AuthLayout title="Confirming your address" lead="This takes a moment.">
        <SpinnerWithText text="Confirming..." />
      </AuthLayout>
    );
  }
  if (user?.emailVerified) {
    return (
      <AuthLayout title="Your address is already confirmed" lead={`${user.email} needs nothing more.`}>
        {goOn}
      </AuthLayout>
    );
  }
  const dead = token === '' || (isApiError(confirm.error) && [400, 404, 410].includes(confirm.error.status));
  if (!dead) {
    return (
      <AuthLayout title="Not confirmed yet" lead="Your link is still good.">
        <FormError>{messageOr(confirm.error, unreachable)}</FormError>
        <Button
          size="lg"
          pending={confirm.isFetching}
          pendingText="Confirming..."
          onClick={() => void confirm.refetch()}
        >
          Try again
        </Button>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title="This link no longer works"
      lead="It was used before, is older than three days, or was cut on its way to you."
    >
      <Notice icon={Link2Off} tone="warning">
        <p>
          {user
            ? `${user.email} is not confirmed yet. A new link takes a minute.`
            : 'If you have opened it before, your address is confirmed. If not, sign in and ask for a new link.'}
        </p>
      </Notice>
      {user ? (
        <div className="flex flex-wrap gap-2">
          <SendConfirmation variant="primary" />
          <Button asChild variant="ghost">
            <Link href="/">Continue to Postloom</Link>
          </Button>
        </div>
      ) : (
        goOn
      )}
    </AuthLayout>
  );
}
