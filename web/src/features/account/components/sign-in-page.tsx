import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useLocation, useSearch } from 'wouter';
import { applyServerErrors, lazyResolver } from '#lib/forms.ts';
import { safeReturnTo } from '#lib/return-to.ts';
import { Button, Field, FormError, Input } from '#ui/index.ts';
import { useSignIn, type SignIn } from '../api/sign-in.ts';
import { AuthLayout } from './auth-layout.tsx';
import { PasswordInput } from './password-input.tsx';

const resolver = lazyResolver<SignIn>(() => import('../schemas.ts').then((module) => module.LoginInput));

/** Sign-in with Postloom's own accounts. Afterwards back to where the person was. */
export default function SignInPage() {
  const [, navigate] = useLocation();
  const search = useSearch();
  const returnTo = safeReturnTo(new URLSearchParams(search).get('returnTo'));
  const signIn = useSignIn();
  useEffect(() => resolver.prefetch(), []);
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError, setFocus, resetField } = useForm<SignIn>({
    resolver,
    defaultValues: { email: '', password: '' },
  });

  const submit = handleSubmit(async (values) => {
    setProblem(null);
    try {
      await signIn.mutateAsync(values);
      navigate(returnTo, { replace: true });
    } catch (error) {
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
          <Link
            href={`/register${search ? `?${search}` : ''}`}
            className="font-semibold text-woad underline underline-offset-4"
          >
            Create an account
          </Link>
        </>
      }
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <Field label="E-mail" error={formState.errors.email?.message}>
          <Input type="email" autoComplete="username" inputMode="email" autoFocus {...register('email')} />
        </Field>
        <Field label="Password" error={formState.errors.password?.message}>
          <PasswordInput autoComplete="current-password" {...register('password')} />
        </Field>
        <FormError>{problem}</FormError>
        <Button type="submit" size="lg" pending={formState.isSubmitting} pendingText="Signing in...">
          Sign in
        </Button>
      </form>
    </AuthLayout>
  );
}
