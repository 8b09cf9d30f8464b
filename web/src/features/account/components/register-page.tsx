import { MailCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useLocation, useSearch } from 'wouter';
import { applyServerErrors, lazyResolver } from '#lib/forms.ts';
import { safeReturnTo } from '#lib/return-to.ts';
import { Button, Field, FormError, Input } from '#ui/index.ts';
import { useRegister, type Registration } from '../api/register.ts';
import { AuthLayout } from './auth-layout.tsx';
import { PasswordInput } from './password-input.tsx';

const resolver = lazyResolver<Registration>(() => import('../schemas.ts').then((module) => module.RegisterInput));

/** Sign-up with Postloom's own accounts. The page never tells whether an address has an account. */
export default function RegisterPage() {
  const [, navigate] = useLocation();
  const search = useSearch();
  const returnTo = safeReturnTo(new URLSearchParams(search).get('returnTo'));
  const create = useRegister();
  useEffect(() => resolver.prefetch(), []);
  const [problem, setProblem] = useState<string | null>(null);
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError } = useForm<Registration>({
    resolver,
    defaultValues: { email: '', password: '', firstName: '', lastName: '' },
  });
  const loginPath = `/login${search ? `?${search}` : ''}`;

  const submit = handleSubmit(async (values) => {
    setProblem(null);
    const { firstName, lastName, ...rest } = values;
    try {
      const { signedIn } = await create.mutateAsync({
        ...rest,
        ...(firstName ? { firstName } : {}),
        ...(lastName ? { lastName } : {}),
      });
      if (signedIn) {
        navigate(returnTo, { replace: true });
      } else {
        setMailedTo(values.email);
      }
    } catch (error) {
      setProblem(applyServerErrors(error, ['email', 'password', 'firstName', 'lastName'], setError));
    }
  });

  const signInLink = (
    <Link href={loginPath} className="font-semibold text-woad underline underline-offset-4">
      Sign in
    </Link>
  );

  if (mailedTo) {
    return (
      <AuthLayout
        title="Check your mail"
        lead={`We have written to ${mailedTo}.`}
        footer={<>Have an account? {signInLink}</>}
      >
        <p role="status" className="flex gap-3 rounded-card border border-line bg-cloth p-4 text-sm">
          <MailCheck className="size-5 shrink-0 text-moss" aria-hidden="true" />
          The message says how to continue. If it is not there in a few minutes, look into the spam folder.
        </p>
      </AuthLayout>
    );
  }

  return (
    <AuthLayout
      title="Create your account"
      lead="Free forever, no credit card required."
      footer={<>Have an account already? {signInLink}</>}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="First name" error={formState.errors.firstName?.message}>
            <Input autoComplete="given-name" autoFocus {...register('firstName')} />
          </Field>
          <Field label="Last name" error={formState.errors.lastName?.message}>
            <Input autoComplete="family-name" {...register('lastName')} />
          </Field>
        </div>
        <Field label="E-mail" required error={formState.errors.email?.message}>
          <Input type="email" autoComplete="username" inputMode="email" {...register('email')} />
        </Field>
        <Field
          label="Password"
          required
          hint="At least 12 characters. A short sentence works well."
          error={formState.errors.password?.message}
        >
          <PasswordInput autoComplete="new-password" {...register('password')} />
        </Field>
        <FormError>{problem}</FormError>
        <Button type="submit" size="lg" pending={formState.isSubmitting} pendingText="Creating your account...">
          Create account
        </Button>
        <p className="text-sm text-muted">
          By creating an account you accept the{' '}
          <Link href="/terms-of-service" className="underline underline-offset-4">
            Terms of Service
          </Link>{' '}
          and the{' '}
          <Link href="/privacy-policy" className="underline underline-offset-4">
            Privacy Policy
          </Link>
          .
        </p>
      </form>
    </AuthLayout>
  );
}
