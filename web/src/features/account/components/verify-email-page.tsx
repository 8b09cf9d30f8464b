import { CircleCheck, Link2Off } from 'lucide-react';
import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from 'wouter';
import { isDeadLink, messageOr, unreachable } from '#lib/api/index.ts';
import { Button, FormError, SpinnerWithText } from '#ui/index.ts';
import { useConfirmAddress } from '../api/confirm-address.ts';
import { currentUserQuery, useCurrentUser } from '../api/current-user.ts';
import { accountTexts } from '../texts.ts';
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
      <AuthLayout title={accountTexts.confirmation.title} lead={accountTexts.confirmation.lead}>
        <Notice icon={CircleCheck} tone="good">
          <p>{accountTexts.confirmation.use}</p>
        </Notice>
        {goOn}
      </AuthLayout>
    );
  }
  if (token !== '' && confirm.isPending) {
    return (
      <AuthLayout title={accountTexts.confirmation.running} lead={accountTexts.confirmation.runningLead}>
        <SpinnerWithText text="Confirming..." />
      </AuthLayout>
    );
  }
  if (user?.emailVerified) {
    return (
      <AuthLayout title={accountTexts.confirmation.already} lead={accountTexts.confirmation.alreadyLead(user.email)}>
        {goOn}
      </AuthLayout>
    );
  }
  const dead = token === '' || isDeadLink(confirm.error);
  if (!dead) {
    return (
      <AuthLayout title={accountTexts.confirmation.failed} lead={accountTexts.confirmation.failedLead}>
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
    <AuthLayout title={accountTexts.deadLink.title} lead={accountTexts.deadLink.confirmation}>
      <Notice icon={Link2Off} tone="warning">
        <p>{user ? accountTexts.deadLink.stillUnconfirmed(user.email) : accountTexts.deadLink.askAgain}</p>
      </Notice>
      {user ? (
        <div className="flex flex-wrap gap-2">
          <SendConfirmation user={user} variant="primary" />
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
