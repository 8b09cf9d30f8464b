import type { User } from '@postloom/contracts';
import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import { lazily } from '#lib/lazily.ts';
import { Button, Card, CardBody, CardHeader, ErrorState, SkeletonGroup, SkeletonRows } from '#ui/index.ts';
import { useWaysIn } from '../api/second-step.ts';
import { useGuard } from '../guard.ts';
import { accountTexts } from '../texts.ts';
import { PasskeysRow } from './passkeys-row.tsx';
import { SecondStepRow } from './second-step-row.tsx';
import { SecurityRow } from './security-row.tsx';

const ChangePasswordDialog = lazily(() => import('./change-password-dialog.tsx'));
const ChangeEmailDialog = lazily(() => import('./change-email-dialog.tsx'));
const ConfirmIdentityDialog = lazily(() => import('./confirm-identity-dialog.tsx'));

const texts = accountTexts.security;

/** 'Security' of the settings page. */
export function SecurityCard({ user, timeZone }: { user: User; timeZone: string }) {
  const { provider, own, isError, retry } = useWaysIn();
  const { guard, waiting, stop } = useGuard();
  const [changing, setChanging] = useState<'password' | 'email' | null>(null);
  const close = () => setChanging(null);
  return (
    <Card aria-labelledby="security">
      <CardHeader id="security" title="Security" />
      <CardBody>
        {provider !== null ? (
          <p>{texts.atProvider(provider.name)}</p>
        ) : isError && own === undefined ? (
          <ErrorState className="border-0 py-4" onRetry={retry} />
        ) : own === undefined ? (
          <SkeletonGroup text={texts.loading} className="grid gap-2">
            <SkeletonRows count={4} className="h-12" />
          </SkeletonGroup>
        ) : (
          <ul className="grid divide-y divide-line">
            {own.hasPassword ? (
              <>
                <SecurityRow
                  label={texts.password.label}
                  hint={texts.password.hint}
                  action={
                    <Button variant="secondary" size="sm" onClick={() => setChanging('password')}>
                      Change<span className="sr-only"> password</span>
                    </Button>
                  }
                />
                <SecurityRow
                  label="Email address"
                  hint={user.email}
                  action={
                    <Button variant="secondary" size="sm" onClick={() => setChanging('email')}>
                      Change<span className="sr-only"> email address</span>
                    </Button>
                  }
                />
                {own.secondStep.isAvailable || own.secondStep.onSince !== null ? (
                  <SecondStepRow state={own.secondStep} timeZone={timeZone} guard={guard} />
                ) : null}
              </>
            ) : (
              <SecurityRow
                label={texts.password.label}
                hint={texts.password.none}
                action={
                  <Button asChild variant="secondary" size="sm">
                    <Link href="/forgot-password" state={{ email: user.email }}>
                      Set a password
                    </Link>
                  </Button>
                }
              />
            )}
            <PasskeysRow passkeys={own.passkeys} timeZone={timeZone} guard={guard} />
          </ul>
        )}
      </CardBody>
      <Suspense fallback={null}>
        {changing === 'password' ? <ChangePasswordDialog email={user.email} onClose={close} /> : null}
        {changing === 'email' ? <ChangeEmailDialog onClose={close} /> : null}
        {waiting ? <ConfirmIdentityDialog onConfirmed={waiting} onClose={stop} /> : null}
      </Suspense>
    </Card>
  );
}
