import { KeyRound, LogIn } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link, useLocation, useSearch } from 'wouter';
import { isApiError } from '#lib/api/index.ts';
import { applyServerErrors, lazyResolver } from '#lib/forms.ts';
import { lazily } from '#lib/lazily.ts';
import { forgotPasswordPath, safeReturnTo } from '#lib/return-to.ts';
import { Button, Field, FormError, Input, SpinnerWithText } from '#ui/index.ts';
import { useSignIn, type SignIn } from '../api/sign-in.ts';
import { forgetPasswordLink, keptPasswordLink } from '../password-link.ts';
import { accountTexts } from '../texts.ts';
import { usePasskeyWay } from '../use-passkey-way.ts';
import { AuthLayout, authLink } from './auth-layout.tsx';
import { Notice } from './notice.tsx';
import { OwnAccounts } from './own-accounts.tsx';
import { PasswordInput } from './password-input.tsx';
import { ProviderSignIn } from './provider-sign-in.tsx';
import { noticeOf } from './sign-in-notice.ts';

const resolver = lazyResolver<SignIn>(() => import('../account-schemas.ts').then((module) => module.LoginInput));

const SecondStepForm = lazily(() => import('./second-step-form.tsx'));

/** The way in: a form for Postloom's own accounts, or the way to the provider. */
export default function SignInPage() {
  return (
    <OwnAccounts
      title={accountTexts.signIn.title}
      lead={accountTexts.signIn.lead}
      instead={(name) => <ProviderSignIn name={name} />}
    >
      <OwnSignIn />
    </OwnAccounts>
  );
}

/** Sign-in with Postloom's own accounts. Afterwards back to where the person was. */
function OwnSignIn() {
  const [, navigate] = useLocation();
  const search = useSearch();
  const asked = new URLSearchParams(search);
  const returnTo = safeReturnTo(asked.get('returnTo'));
  const notice = noticeOf(asked.get('reason'), returnTo);
  const signIn = useSignIn();
  useEffect(() => resolver.prefetch(), []);
  const [problem, setProblem] = useState<string | null>(null);
  const [forgotten, setForgotten] = useState(false);
  // Whoever comes from setting a new password has typed their address a moment ago.
  const [known] = useState(() => keptPasswordLink().email);
  const { register, handleSubmit, formState, setError, setFocus, resetField, control } = useForm<SignIn>({
    resolver,
    defaultValues: { email: known, password: '' },
  });

  const email = useWatch({ control, name: 'email' });
  const [second, setSecond] = useState(false);
  const goOn = () => {
    forgetPasswordLink();
    navigate(returnTo, { replace: true });
  };
  const passkey = usePasskeyWay(goOn, setProblem);

  const submit = handleSubmit(async (values) => {
    setProblem(null);
    setForgotten(false);
    try {
      await signIn.mutateAsync(values);
      goOn();
    } catch (error) {
      if (isApiError(error) && error.code === 'second_step_required') {
        await passkey.withdraw();
        setSecond(true);
        return;
      }
      const isWrong = isApiError(error) && error.code === 'invalid_credentials';
      setForgotten(isWrong);
      setProblem(applyServerErrors(error, ['email', 'password'], setError));
      // Any other failure says nothing about the password: it is sent again as it is.
      if (isWrong) {
        resetField('password');
        setFocus('password');
      }
    }
  });

  if (second) {
    return (
      <AuthLayout title={accountTexts.secondStep.title} lead={accountTexts.secondStep.lead}>
        <Suspense fallback={<SpinnerWithText text="Loading..." />}>
          <SecondStepForm
            onDone={goOn}
            onAgain={(why) => {
              setSecond(false);
              resetField('password');
              setProblem(why);
            }}
          />
        </Suspense>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title={accountTexts.signIn.title}
      lead={accountTexts.signIn.lead}
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
          <Input
            type="email"
            autoComplete="username webauthn"
            inputMode="email"
            autoFocus={known === ''}
            {...register('email')}
          />
        </Field>
        <Field
          label="Password"
          aside={
            <Link href={forgotPasswordPath(returnTo)} state={{ email }} className={`${authLink} inline-block py-1`}>
              Forgot password?
            </Link>
          }
          error={formState.errors.password?.message}
        >
          <PasswordInput autoComplete="current-password" autoFocus={known !== ''} {...register('password')} />
        </Field>
        <FormError>
          {problem ? (
            <>
              {problem}
              {forgotten ? (
                <>
                  {' '}
                  <Link href={forgotPasswordPath(returnTo)} state={{ email }} className="underline underline-offset-4">
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
        {passkey.isKnown ? (
          <Button variant="secondary" size="lg" onClick={passkey.signIn}>
            <KeyRound aria-hidden="true" />
            Sign in with a passkey
          </Button>
        ) : null}
      </form>
    </AuthLayout>
  );
}
