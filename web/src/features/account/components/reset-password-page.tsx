import { CircleCheck, Link2Off } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link, useSearch } from 'wouter';
import { isApiError } from '#lib/api/index.ts';
import { applyServerErrors, lazyResolver } from '#lib/forms.ts';
import { loginHref } from '#lib/return-to.ts';
import { Button, FormError } from '#ui/index.ts';
import { useResetPassword, type ResetPassword } from '../api/new-password.ts';
import { AuthLayout, authLink } from './auth-layout.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { Notice } from './notice.tsx';

const resolver = lazyResolver<ResetPassword>(() => import('../schemas.ts').then((module) => module.ResetPasswordInput));

/** Shorter than any link that was ever mailed: the address was cut on its way. */
const SHORTEST_TOKEN = 20;

/** Sets a new password by a mailed link. */
export default function ResetPasswordPage() {
  const token = new URLSearchParams(useSearch()).get('token') ?? '';
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
      <AuthLayout title="Your password is changed" lead="Use it from now on, here and on your other devices.">
        <Notice icon={CircleCheck} tone="good">
          <p>For your safety we signed you out on every device and sent you a mail about the change.</p>
        </Notice>
        <Button asChild size="lg">
          <a href={loginHref()}>Sign in with the new password</a>
        </Button>
      </AuthLayout>
    );
  }
  if (state === 'dead') {
    return (
      <AuthLayout
        title="This link no longer works"
        lead="It was used before, is older than an hour, or was cut on its way to you."
        footer={
          <Link href="/login" className={authLink}>
            Back to sign in
          </Link>
        }
      >
        <Notice icon={Link2Off} tone="warning">
          <p>Your password has not changed. A new link takes a minute.</p>
        </Notice>
        <Button asChild size="lg">
          <Link href="/forgot-password">Send me a new link</Link>
        </Button>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title="Set a new password"
      lead="You will be signed out everywhere and sign in again with the new one."
      footer={
        <Link href="/login" className={authLink}>
          Back to sign in
        </Link>
      }
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <NewPasswordField
          label="New password"
          value={password}
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
