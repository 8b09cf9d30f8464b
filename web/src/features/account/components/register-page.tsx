import { MailCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link, useLocation, useSearch } from 'wouter';
import { applyServerErrors, lazyResolver } from '#lib/forms.ts';
import { safeReturnTo } from '#lib/return-to.ts';
import { Button, Field, FormError, Input } from '#ui/index.ts';
import { useRegister, type Registration } from '../api/register.ts';
import { accountTexts } from '../texts.ts';
import { AuthLayout, authLink } from './auth-layout.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { Notice } from './notice.tsx';
import { OwnAccounts } from './own-accounts.tsx';

const resolver = lazyResolver<Registration>(() =>
  import('../account-schemas.ts').then((module) => module.RegisterInput),
);

/** Sign-up with Postloom's own accounts. The page never tells whether an address has an account. */
function RegisterForm() {
  const [, navigate] = useLocation();
  const search = useSearch();
  const returnTo = safeReturnTo(new URLSearchParams(search).get('returnTo'));
  const create = useRegister();
  useEffect(() => resolver.prefetch(), []);
  const [problem, setProblem] = useState<string | null>(null);
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError, control } = useForm<Registration>({
    resolver,
    defaultValues: { email: '', password: '', firstName: '', lastName: '' },
  });
  const [email, password] = useWatch({ control, name: ['email', 'password'] });
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
    <Link href={loginPath} className={authLink}>
      Sign in
    </Link>
  );

  if (mailedTo) {
    return (
      <AuthLayout
        title={accountTexts.checkMail}
        lead={accountTexts.registered.lead(mailedTo)}
        footer={<>Have an account? {signInLink}</>}
      >
        <Notice icon={MailCheck} tone="good">
          <p>{accountTexts.registered.next}</p>
          <p className="text-muted">{accountTexts.checkSpam}</p>
        </Notice>
      </AuthLayout>
    );
  }

  return (
    <AuthLayout
      title={accountTexts.register.title}
      lead={accountTexts.register.lead}
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
        <Field label="Email" required error={formState.errors.email?.message}>
          <Input type="email" autoComplete="username" inputMode="email" {...register('email')} />
        </Field>
        <NewPasswordField
          label="Password"
          value={password}
          email={email}
          error={formState.errors.password?.message}
          field={register('password')}
        />
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

export default function RegisterPage() {
  return (
    <OwnAccounts title={accountTexts.register.title} lead={accountTexts.register.lead}>
      <RegisterForm />
    </OwnAccounts>
  );
}
