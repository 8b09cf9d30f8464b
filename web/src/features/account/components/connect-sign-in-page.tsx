import { CircleCheck, Link2Off } from 'lucide-react';
import { useSearch } from 'wouter';
import { isDeadLink, messageOr, unreachable } from '#lib/api/index.ts';
import { loginHref } from '#lib/return-to.ts';
import { Button, FormError } from '#ui/index.ts';
import { useConfirmLink } from '../api/sign-in-provider.ts';
import { connectionTexts } from '../connection-texts.ts';
import { AuthLayout } from './auth-layout.tsx';
import { Notice } from './notice.tsx';

/**
 * Where the mail leads that connects an account with the sign-in at a provider. Nothing happens before the button: programs that look at
 * links in mails press none.
 */
export default function ConnectSignInPage() {
  const token = new URLSearchParams(useSearch()).get('token') ?? '';
  const confirm = useConfirmLink();
  const signIn = (
    <Button asChild size="lg">
      <a href={loginHref()}>Sign in</a>
    </Button>
  );
  if (confirm.isSuccess) {
    return (
      <AuthLayout title={connectionTexts.done} lead={connectionTexts.doneLead}>
        <Notice icon={CircleCheck} tone="good">
          <p>{connectionTexts.signedOut}</p>
        </Notice>
        {signIn}
      </AuthLayout>
    );
  }
  const dead = token === '' || isDeadLink(confirm.error);
  if (dead) {
    return (
      <AuthLayout title={connectionTexts.dead} lead={connectionTexts.deadLead}>
        <Notice icon={Link2Off} tone="warning">
          <p>{connectionTexts.unchanged}</p>
        </Notice>
        {signIn}
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={connectionTexts.title} lead={connectionTexts.lead}>
      <FormError>{confirm.isError ? messageOr(confirm.error, unreachable) : null}</FormError>
      <Button size="lg" pending={confirm.isPending} pendingText="Connecting..." onClick={() => confirm.mutate(token)}>
        {connectionTexts.button}
      </Button>
    </AuthLayout>
  );
}
