import { CircleCheck, Link2Off } from 'lucide-react';
import { Link, useSearch } from 'wouter';
import { isDeadLink, messageOr, unreachable } from '#lib/api/index.ts';
import { Button, FormError } from '#ui/index.ts';
import { useCurrentUser } from '../api/current-user.ts';
import { useConfirmEmailChange } from '../api/security.ts';
import { accountTexts } from '../texts.ts';
import { AuthLayout } from './auth-layout.tsx';
import { Notice } from './notice.tsx';
import { OwnAccounts } from './own-accounts.tsx';

const texts = accountTexts.changeEmail;

/** Where the mail to a new address leads. A press decides, not the visit: some mail programs open every link by themselves. */
export default function ChangeEmailPage() {
  return (
    <OwnAccounts title={texts.title} lead={texts.lead}>
      <ChangeEmail />
    </OwnAccounts>
  );
}

function ChangeEmail() {
  const token = new URLSearchParams(useSearch()).get('token') ?? '';
  const { user } = useCurrentUser();
  const change = useConfirmEmailChange();
  const goOn = (
    <Button asChild size="lg">
      {user ? <Link href="/settings">Continue to Settings</Link> : <Link href="/login">Sign in</Link>}
    </Button>
  );
  if (change.isSuccess) {
    return (
      <AuthLayout title={texts.done} lead={texts.doneLead}>
        <Notice icon={CircleCheck} tone="good">
          <p>{accountTexts.confirmation.use}</p>
        </Notice>
        {goOn}
      </AuthLayout>
    );
  }
  if (token === '' || isDeadLink(change.error)) {
    return (
      <AuthLayout title={accountTexts.deadLink.title} lead={texts.dead}>
        <Notice icon={Link2Off} tone="warning">
          <p>{texts.unchanged}</p>
        </Notice>
        {goOn}
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={texts.title} lead={texts.lead}>
      <FormError>{change.isError ? messageOr(change.error, unreachable) : null}</FormError>
      <Button size="lg" pending={change.isPending} pendingText="Changing..." onClick={() => change.mutate(token)}>
        Use this address
      </Button>
    </AuthLayout>
  );
}
