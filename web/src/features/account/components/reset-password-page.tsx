import { CircleCheck, Link2Off } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link, useSearch } from 'wouter';
import { isApiError } from '#lib/api/index.ts';
import { applyServerErrors, lazyResolver } from '#lib/forms.ts';
import { forgotPasswordPath, loginHref } from '#lib/return-to.ts';
import { Button, FormError } from '#ui/index.ts';
import { useResetPassword, type ResetPassword } from '../api/new-password.ts';
import { keptPasswordLink } from '../password-link.ts';
import { accountTexts } from '../texts.ts';
import { AuthLayout, BackToSignIn } from './auth-layout.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { Notice } from './notice.tsx';
import { OwnAccounts } from './own-accounts.tsx';

const resolver = lazyResolver<ResetPassword>(() =>
  import('../account-schemas.ts').then((module) => module.ResetPasswordInput),
);

/** Shorter than any link that was ever mailed: the address was cut on its way. */
const SHORTEST_TOKEN = 20;

/** Sets a new password by a mailed link. */
function ResetPasswordForm() {
  const token = new URLSearchParams(useSearch()).get('token') ?? '';
  const [{ email, returnTo }] = useState(keptPasswordLink);
  const reset = useResetPassword();
  useEffect(() => resolver.prefetch(), []);
  const [state, setState] = useState<'open' | 'done' | 'dead'>(token.length < SHORTEST_TOKEN ? 'dead' : 'open');
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError, control } = useForm<ResetPassword>({
    resolver,
    defaultValues: { token, password: '' },
  });
  const password = useWatch({ control, name: 'password' });
  const submit = handleSubmit(async (values) => {
    setProblem(null);
    try {
      await reset.mutateAsync(values);
      setState('done');
    } catch (error) {
      if (isApiError(error) && (error.code === 'token_expired' || error.code === 'invalid_token')) {
        setState('dead');
      } else {
        setProblem(applyServerErrors(error, ['password'], setError));
      }
    }
  });

  if (state === 'done') {
    return (
      <AuthLayout title={accountTexts.newPassword.changed} lead={accountTexts.newPassword.changedLead}>
        <Notice icon={CircleCheck} tone="good">
          <p>{accountTexts.newPassword.signedOut}</p>
        </Notice>
        <Button asChild size="lg">
          <a href={loginHref(returnTo)}>Sign in with the new password</a>
        </Button>
      </AuthLayout>
    );
  }
  if (state === 'dead') {
    return (
      <AuthLayout
        title={accountTexts.deadLink.title}
        lead={accountTexts.deadLink.password}
        footer={<BackToSignIn returnTo={returnTo} />}
      >
        <Notice icon={Link2Off} tone="warning">
          <p>{accountTexts.deadLink.passwordUnchanged}</p>
        </Notice>
        <Button asChild size="lg">
          <Link href={forgotPasswordPath(returnTo)} state={{ email }}>
            Send me a new link
          </Link>
        </Button>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title={accountTexts.newPassword.title}
      lead={accountTexts.newPassword.lead}
      footer={<BackToSignIn returnTo={returnTo} />}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <NewPasswordField
          label="New password"
          value={password}
          focused
          error={formState.errors.password?.message}
          field={register('password')}
        />
        <FormError>{problem ?? formState.errors.token?.message}</FormError>
        <Button type="submit" size="lg" pending={formState.isSubmitting} pendingText="Saving...">
          Set new password
        </Button>
      </form>
    </AuthLayout>
  );
}

export default function ResetPasswordPage() {
  return (
    <OwnAccounts title={accountTexts.newPassword.title} lead={accountTexts.newPassword.lead}>
      <ResetPasswordForm />
    </OwnAccounts>
  );
}
