import { MailCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSearch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { applyServerErrors, lazyResolver } from '#lib/forms.ts';
import { safeReturnTo } from '#lib/return-to.ts';
import { Button, Field, FormError, Input } from '#ui/index.ts';
import { useForgotPassword, type ForgotPassword } from '../api/new-password.ts';
import { keepPasswordLink } from '../password-link.ts';
import { accountTexts } from '../texts.ts';
import { AuthLayout, BackToSignIn } from './auth-layout.tsx';
import { Notice } from './notice.tsx';
import { OwnAccounts } from './own-accounts.tsx';

const resolver = lazyResolver<ForgotPassword>(() =>
  import('../account-schemas.ts').then((module) => module.ForgotPasswordInput),
);

/** Asks for a link that sets a new password. The page never tells whether an address has an account. */
function ForgotPasswordForm() {
  const typed = useHistoryState<{ email?: string } | null>()?.email ?? '';
  const returnTo = safeReturnTo(new URLSearchParams(useSearch()).get('returnTo'));
  const ask = useForgotPassword();
  useEffect(() => resolver.prefetch(), []);
  const [problem, setProblem] = useState<string | null>(null);
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError } = useForm<ForgotPassword>({
    resolver,
    defaultValues: { email: typed },
  });
  const submit = handleSubmit(async (values) => {
    setProblem(null);
    try {
      await ask.mutateAsync(values);
      keepPasswordLink({ email: values.email, returnTo });
      setMailedTo(values.email);
    } catch (error) {
      setProblem(applyServerErrors(error, ['email'], setError));
    }
  });

  if (mailedTo !== null) {
    return (
      <AuthLayout
        title={accountTexts.checkMail}
        lead={accountTexts.forgotPassword.nextStep}
        footer={<BackToSignIn returnTo={returnTo} />}
      >
        <Notice icon={MailCheck} tone="good">
          <p>
            If <strong className="font-semibold">{mailedTo}</strong> has an account, a link to set a new password is on
            its way. It works once, for one hour.
          </p>
          <p className="text-muted">{accountTexts.checkSpam}</p>
        </Notice>
        <FormError>{problem}</FormError>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" pending={ask.isPending} pendingText="Sending..." onClick={() => void submit()}>
            Send again
          </Button>
          <Button variant="ghost" onClick={() => setMailedTo(null)}>
            Use another address
          </Button>
        </div>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title={accountTexts.forgotPassword.title}
      lead={accountTexts.forgotPassword.lead}
      footer={<BackToSignIn returnTo={returnTo} />}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <Field label="Email" error={formState.errors.email?.message}>
          <Input type="email" autoComplete="username" inputMode="email" autoFocus {...register('email')} />
        </Field>
        <FormError>{problem}</FormError>
        <Button type="submit" size="lg" pending={formState.isSubmitting} pendingText="Sending...">
          Send the link
        </Button>
      </form>
    </AuthLayout>
  );
}

export default function ForgotPasswordPage() {
  return (
    <OwnAccounts title={accountTexts.forgotPassword.title} lead={accountTexts.forgotPassword.lead}>
      <ForgotPasswordForm />
    </OwnAccounts>
  );
}
