import { Link2Off } from 'lucide-react';
import { Link, useLocation, useSearch } from 'wouter';
import { isDeadLink, messageOr, unreachable } from '#lib/api/index.ts';
import { Button, FormError } from '#ui/index.ts';
import { useSecureAccount } from '../api/security.ts';
import { accountTexts } from '../texts.ts';
import { AuthLayout, BackToSignIn } from './auth-layout.tsx';
import { Notice } from './notice.tsx';
import { OwnAccounts } from './own-accounts.tsx';

const texts = accountTexts.secureAccount;

/** Where the mails about a change lead whoever did not make it; on to a new password. A press decides, not the visit. */
export default function SecureAccountPage() {
  return (
    <OwnAccounts title={texts.title} lead={texts.lead}>
      <SecureAccount />
    </OwnAccounts>
  );
}

function SecureAccount() {
  const token = new URLSearchParams(useSearch()).get('token') ?? '';
  const [, navigate] = useLocation();
  const secure = useSecureAccount();
  const takeBack = () =>
    void secure.mutateAsync(token).then(
      ({ resetToken }) => navigate(`/reset-password?token=${encodeURIComponent(resetToken)}`, { replace: true }),
      () => undefined, // said below
    );
  if (token === '' || isDeadLink(secure.error)) {
    return (
      <AuthLayout title={accountTexts.deadLink.title} lead={texts.dead} footer={<BackToSignIn />}>
        <Notice icon={Link2Off} tone="warning">
          <p>{texts.deadNext}</p>
        </Notice>
        <Button asChild size="lg">
          <Link href="/forgot-password">Set a new password</Link>
        </Button>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={texts.title} lead={texts.lead}>
      <ul className="grid list-disc gap-1.5 pl-5 text-sm">
        {texts.what.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <FormError>{secure.isError ? messageOr(secure.error, unreachable) : null}</FormError>
      <Button size="lg" pending={secure.isPending} pendingText="Securing..." onClick={takeBack}>
        Secure my account
      </Button>
    </AuthLayout>
  );
}
