import { LogIn } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link, useLocation, useSearch } from 'wouter';
import { isApiError } from '#lib/api/index.ts';
import { applyServerErrors, lazyResolver } from '#lib/forms.ts';
import { safeReturnTo } from '#lib/return-to.ts';
import { Button, Field, FormError, Input } from '#ui/index.ts';
import { useSignIn, type SignIn } from '../api/sign-in.ts';
import { accountTexts } from '../texts.ts';
import { AuthLayout, authLink } from './auth-layout.tsx';
import { Notice } from './notice.tsx';
import { PasswordInput } from './password-input.tsx';

const resolver = lazyResolver<SignIn>(() => import('../account-schemas.ts').then((module) => module.LoginInput));

/** Why this page is shown to somebody who did not ask for it. */
function noticeOf(reason: string | null, returnTo: string): string | null {
  if (reason === 'session-ended') {
    return accountTexts.signIn.sessionEnded;
  }
  return returnTo === '/' ? null : accountTexts.signIn.neededForPage;
}

/** Sign-in with Postloom's own accounts. Afterwards back to where the person was. */
export default function SignInPage() {
  const [, navigate] = useLocation();
  const search = useSearch();
  const asked = new URLSearchParams(search);
  const returnTo = safeReturnTo(asked.get('returnTo'));
  const notice = noticeOf(asked.get('reason'), returnTo);
  const signIn = useSignIn();
  useEffect(() => resolver.prefetch(), []);
  const [problem, setProblem] = useState<string | null>(null);
  const [forgotten, setForgotten] = useState(false);
  const { register, handleSubmit, formState, setError, setFocus, resetField, control } = useForm<SignIn>({
    resolver,
    defaultValues: { email: '', password: '' },
  });

  const email = useWatch({ control, name: 'email' });

  const submit = handleSubmit(async (values) => {
    setProblem(null);
    setForgotten(false);
    try {
      await signIn.mutateAsync(values);
      navigate(returnTo, { replace: true });
    } catch (error) {
      setForgotten(isApiError(error) && error.code === 'invalid_credentials');
      setProblem(applyServerErrors(error, ['email', 'password'], setError));
      resetField('password');
      setFocus('password');
    }
  });

  return (
    <AuthLayout
      title="Welcome back"
      lead="Sign in to pick up your week where you left it."
      footer={
        <>
          New to Postloom?{' '}
          <Link href={`/register${search ? `?${search}` : ''}`} className={authLink}>
            Create an account
          </Link>
        </>
      }
    >
      {notice ? (
        <Notice icon={LogIn}>
          <p>{notice}</p>
        </Notice>
      ) : null}
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <Field label="Email" error={formState.errors.email?.message}>
          <Input type="email" autoComplete="username" inputMode="email" autoFocus {...register('email')} />
        </Field>
        <Field
          label="Password"
          aside={
            <Link href="/forgot-password" state={{ email }} className={`${authLink} inline-block py-1`}>
              Forgot password?
            </Link>
          }
          error={formState.errors.password?.message}
        >
          <PasswordInput autoComplete="current-password" {...register('password')} />
        </Field>
        <FormError>
          {problem ? (
            <>
              {problem}
              {forgotten ? (
                <>
                  {' '}
                  <Link href="/forgot-password" state={{ email }} className="underline underline-offset-4">
                    Set a new password
                  </Link>
                </>
              ) : null}
            </>
          ) : null}
        </FormError>
        <Button type="submit" size="lg" pending={formState.isSubmitting} pendingText="Signing in...">
          Sign in
        </Button>
      </form>
    </AuthLayout>
  );
}
