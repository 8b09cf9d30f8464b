import { CircleAlert, LogIn, MailCheck } from 'lucide-react';
import { useSearch } from 'wouter';
import { loginHref, safeReturnTo } from '#lib/return-to.ts';
import { Button } from '#ui/index.ts';
import { accountTexts, providerReason } from '../texts.ts';
import { AuthLayout } from './auth-layout.tsx';
import { Notice } from './notice.tsx';
import { noticeOf } from './sign-in-notice.ts';

/** The sign-in page where people sign in at a provider: the way there, and what came of the last one. */
export function ProviderSignIn({ name }: { name: string }) {
  const asked = new URLSearchParams(useSearch());
  const returnTo = safeReturnTo(asked.get('returnTo'));
  const reason = asked.get('reason');
  const answer = providerReason(reason);
  const notice = answer === null ? noticeOf(reason, returnTo) : accountTexts.provider[answer](name);
  const mailed = answer === 'confirm_by_mail';
  return (
    <AuthLayout title={mailed ? accountTexts.checkMail : accountTexts.signIn.title} lead={accountTexts.signIn.lead}>
      {notice === null ? null : mailed ? (
        <Notice icon={MailCheck} tone="good">
          <p>{notice}</p>
          <p className="text-muted">{accountTexts.checkSpam}</p>
        </Notice>
      ) : (
        <Notice icon={answer === null ? LogIn : CircleAlert} tone={answer === null ? 'neutral' : 'warning'}>
          <p>{notice}</p>
        </Notice>
      )}
      <Button asChild size="lg">
        <a href={loginHref(returnTo)}>{accountTexts.provider.signIn(name)}</a>
      </Button>
    </AuthLayout>
  );
}
